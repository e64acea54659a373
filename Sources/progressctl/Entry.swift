import CProcess
import Dispatch
import Glibc

/// The entry of the program.
///
/// `run` and `pipe` need no thread but this one for the work: if limits allow no other, the command runs all the same, and
/// only its reports are missing. An `async` entry would ask the system for threads until it gets them.
@main
enum Entry {
    static func main() {
        cprocess_keep_standard_streams()
        if ["run", "pipe"].contains(CommandLine.arguments.dropFirst().first) { Progressctl.workHere() }
        // It may be unstructured: `dispatchMain` never returns, and the task ends the process.
        Task {
            await Progressctl.work()
            Glibc.exit(ExitStatus.success.rawValue)
        }
        dispatchMain()
    }
}
