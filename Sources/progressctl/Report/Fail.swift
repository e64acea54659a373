import ArgumentParser
import ProgressClient

struct Fail: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Report that work has failed; it is over, with everything below it.",
        discussion: HelpText.text(
            """
            A service that cannot be reached, or is too busy, costs one warning: reporting never stops the work.

            EXAMPLES
              make || progressctl fail build "make: status $?" --code $?
            """,
            end: ExitStatus.reportExplanation
        )
    )

    @Argument(help: "Name or id.", completion: .progress)
    var id: String

    @Argument(help: "What went wrong.")
    var message: String

    @Option(help: ArgumentHelp("A short code for programs.", valueName: "code"))
    var code: String?

    @OptionGroup var result: ResultOptions

    @OptionGroup var work: WorkOptions

    func validate() throws { _ = try result.members(work.urls) }

    func run() async throws {
        let result = try result.members(work.urls)
        try await CommandClient.reporting(to: work.service, absent: ()) { client in
            _ = try await client.ask { try await $0.fail(id, message: message, code: code, setting: result) }
        }
    }
}
