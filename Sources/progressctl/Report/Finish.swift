import ArgumentParser

struct Finish: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Report that work is done, whatever its counts say.",
        discussion: HelpText.text(
            """
            EXAMPLES
              progressctl finish import

            \(ExitStatus.explanation)
            """
        )
    )

    @Argument(help: "Names or ids.", completion: .progress)
    var ids: [String]

    @OptionGroup var service: ServiceOptions

    func run() async throws {
        let gateway = try Gateway(service)
        for id in ids { _ = try await gateway.send("POST", "/v1/progress/\(Gateway.escaped(id))/finish", FormBody()) }
    }
}
