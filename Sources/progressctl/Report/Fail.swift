import ArgumentParser

struct Fail: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Report that work has failed; it is over, with everything below it.",
        discussion: HelpText.text(
            """
            EXAMPLES
              make || progressctl fail build "make: status $?" --code $?

            \(ExitStatus.explanation)
            """
        )
    )

    @Argument(help: "Name or id.", completion: .progress)
    var id: String

    @Argument(help: "What went wrong.")
    var message: String

    @Option(help: ArgumentHelp("A short code for programs.", valueName: "code"))
    var code: String?

    @OptionGroup var service: ServiceOptions

    func run() async throws {
        var form = FormBody()
        form.add("message", message)
        form.add("code", code)
        let path = "/v1/progress/\(Gateway.escaped(id))/fail"
        _ = try await Gateway(service).send("POST", path, form)
    }
}
