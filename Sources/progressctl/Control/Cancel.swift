import ArgumentParser
import ProgressClient

struct Cancel: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Cancel progresses with everything below them; workers stop.",
        discussion: HelpText.text(
            """
            It is permanent. The next write of a worker is answered with the directive to stop. On a terminal, it asks
            before it cancels several.

            EXAMPLES
              progressctl cancel import --reason "wrong file"
              progressctl cancel --label job=4711
            """
        )
    )

    @OptionGroup var control: ControlOptions

    func run() async throws { try await control.apply("cancel", ProgressService.cancel, asks: true) }
}
