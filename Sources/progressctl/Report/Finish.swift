import ArgumentParser
import ProgressClient

struct Finish: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Report that work is done, whatever its counts say.",
        discussion: HelpText.text(
            """
            A service that cannot be reached, or is too busy, costs one warning: reporting never stops the work.

            EXAMPLES
              progressctl finish import
              progressctl finish build --url artifact=https://ci.example.org/4711.tgz
            """,
            end: ExitStatus.reportExplanation
        )
    )

    @Argument(help: "Names or ids.", completion: .progress)
    var ids: [String]

    @OptionGroup var result: ResultOptions

    @OptionGroup var work: WorkOptions

    func validate() throws { _ = try result.members(work.urls) }

    func run() async throws {
        let result = try result.members(work.urls)
        try await CommandClient.reporting(to: work.service, absent: ()) { client in
            for id in ids { _ = try await client.ask { try await $0.finish(id, setting: result) } }
        }
    }
}
