import ArgumentParser
import Glibc
import ProgressServer
import ProgressStore

struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Fill an empty data directory from an export, all or nothing.",
        discussion: """
            A missing directory is created. Exit status: 0 everything is imported, 64 the command line cannot be read, \
            78 the directory is not empty or cannot be written, or the input is not a complete export.
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
