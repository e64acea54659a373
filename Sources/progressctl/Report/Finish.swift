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
            """,
            end: ExitStatus.reportExplanation
        )
    )

    @Argument(help: "Names or ids.", completion: .progress)
    var ids: [String]

    @OptionGroup var service: ServiceOptions

    func run() async throws {
        try await CommandClient.reporting(to: service, absent: ()) { client in
            for id in ids { _ = try await client.ask { try await $0.finish(id) } }
        }
    }
}
