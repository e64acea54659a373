import ArgumentParser
import Glibc
import ProgressServer
import ProgressStore

struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Fill an empty data directory with what export wrote, all of it or nothing.",
        discussion: """
            The directory is created if it is not there. Exit status: 0 all is in it, 64 a command line that cannot be \
            read, 78 a directory that is not empty or cannot be written to, or lines that are no whole export.
            """
    )

    @OptionGroup var directory: DirectoryOption
    @Option(help: ArgumentHelp("The file to read. (default: standard input)", valueName: "path"))
    var input: String?

    func run() throws {
        let path = try directory.path()
        TerminationSignals.unblock()
        do {
            var file =
                try input.map { path throws(MovingError) in try ImportInput(path: path) }
                ?? ImportInput(descriptor: STDIN_FILENO, name: "standard input")
            let counts = try DataImport.run(into: path, from: &file)
            Console.complain("imported \(counts)")
        } catch {
            throw Refusal(line: error.description, status: error.exitStatus)
        }
    }
}
