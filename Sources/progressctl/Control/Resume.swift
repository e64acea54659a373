import ArgumentParser
import ProgressClient

struct Resume: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Resume paused progresses with everything below them.",
        discussion: HelpText.text(
            """
            EXAMPLES
              progressctl resume import
              progressctl resume --label team=data
            """
        )
    )

    @OptionGroup var control: ControlOptions

    func run() async throws { try await control.apply("resume", ProgressService.resume) }
}
