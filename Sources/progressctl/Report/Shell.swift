import ArgumentParser
import CShellFunctions
import Glibc

struct Shell: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sh",
        abstract: "Print functions for POSIX shells that report and obey; they need curl.",
        discussion: HelpText.text(
            """
            EXAMPLES
              eval "$(progressctl sh)"
              progress_begin nightly 3
              for step in 1 2 3; do
                  work $step
                  progress_report nightly $step 3
                  progress_obey nightly || exit 130
              done
            """,
            end: nil
        )
    )

    func run() {
        var count = 0
        guard let bytes = shell_functions(&count) else { return }
        Console.deliver(Array(UnsafeBufferPointer(start: bytes, count: count)))
    }
}
