import ArgumentParser
import ProgressClient

struct Pause: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Pause progresses with everything below them; workers wait.",
        discussion: HelpText.text(
            """
            The next write of a worker is answered with the directive to wait.

            EXAMPLES
              progressctl pause import
              progressctl pause --label team=data --reason "disk almost full"
            """
        )
    )

    @OptionGroup var control: ControlOptions

    func run() async throws { try await control.apply("pause", ProgressService.pause) }
}
