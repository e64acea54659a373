import ArgumentParser

/// Where the service is, who reports, and the addresses that belong to the work: `--url` is the service, or `name=url`. In
/// place of `ServiceOptions` for commands that report.
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

    /// Of the work, in the order given.
    var urls: [String] { url.filter(Self.isOfWork) }

    var service: ServiceOptions {
        var options = ServiceOptions()
        options.url = url.last { !Self.isOfWork($0) }
        options.tokenFile = tokenFile
        return options
    }

    /// Whether it begins with a name and an equals sign: addresses of services have neither a user nor a query.
    private static func isOfWork(_ text: String) -> Bool {
        guard let equals = text.firstIndex(of: "=") else { return false }
        return !text[..<equals].contains { ":/?".contains($0) }
    }

    func validate() throws { _ = try Addresses.urls(urls) }
}
