import ArgumentParser

/// The address of the service, the token, and the addresses that belong to the work: `--url` is the service, or
/// `name=url`. Commands that report have these in place of `ServiceOptions`.
struct WorkOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The service; PROGRESSD_URL, else \(ServiceOptions.defaultURL). As log=https://…, an address that belongs to the"
                + " work; repeatable.",
            valueName: "address"
        )
    )
    var url: [String] = []

    @Option(help: ServiceOptions.tokenFileHelp, completion: .file())
    var tokenFile: String?

    /// The addresses of the work, in the order given.
    var urls: [String] { url.filter(Self.isOfWork) }

    var service: ServiceOptions {
        var options = ServiceOptions()
        options.url = url.last { !Self.isOfWork($0) }
        options.tokenFile = tokenFile
        return options
    }

    /// Whether it begins with a name and an equals sign; no address of a service does, without a user and a query.
    private static func isOfWork(_ text: String) -> Bool {
        guard let equals = text.firstIndex(of: "=") else { return false }
        return !text[..<equals].contains { ":/?".contains($0) }
    }

    func validate() throws { _ = try Addresses.urls(urls) }
}
