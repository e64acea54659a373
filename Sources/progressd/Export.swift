import ArgumentParser
import Glibc
import Platform
import ProgressServer
import ProgressStore

struct Export: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Write a data directory as lines of JSON that outlive its format.",
        discussion: """
            Stop the service first, or export a copy of its directory. Keep the file as secret as the directory. Exit \
            status: 0 everything is written, 64 the command line cannot be read, 74 the output cannot be written, 78 \
            the directory is in use, damaged or without data.
            """
    )

    @OptionGroup var directory: DirectoryOption
    @Option(help: ArgumentHelp("A new file to write to. (default: standard output)", valueName: "path"))
    var output: String?

    func run() throws {
        let path = try directory.path()
        TerminationSignals.unblock()
        do {
            let export = try DataExport(path: path)
            var file =
                try output.map { path throws(MovingError) in try ExportOutput(path: path) }
                ?? ExportOutput(descriptor: STDOUT_FILENO, name: "standard output")
            let counts = try export.write(to: &file, at: ServiceClock.system().now())
            Console.complain("exported \(counts)")
        } catch {
            throw Refusal(line: error.description, status: error.exitStatus)
        }
    }
}
