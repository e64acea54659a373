import ArgumentParser
import Glibc
import Platform
import ProgressServer
import ProgressStore

struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Fill an empty data directory or cluster from an export, all or nothing.",
        discussion: """
            A missing directory is created. Exit status: 0 everything is imported, 64 the command line cannot be read, \
            78 the directory or cluster is not empty or cannot be written, or the input is not a complete export.
            """
    )

    @OptionGroup var options: PlaceOptions
    @Option(help: ArgumentHelp("The file to read. (default: standard input)", valueName: "path"))
    var input: String?

    func run() throws {
        let place = try options.place()
        TerminationSignals.unblock()
        do {
            var file =
                try input.map { path throws(MovingError) in try ImportInput(path: path) }
                ?? ImportInput(descriptor: STDIN_FILENO, name: "standard input")
            let counts: MovedCounts
            switch place {
            case .directory(let path): counts = try DataImport.run(into: path, from: &file)
            case .log(let log): counts = try DataImport.run(into: log, from: &file, at: ServiceClock.system().now())
            }
            Console.complain("imported \(counts)")
        } catch {
            throw Refusal(line: error.description, status: error.exitStatus)
        }
    }
}
