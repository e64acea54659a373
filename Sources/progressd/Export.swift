import ArgumentParser
import Glibc
import Platform
import ProgressServer
import ProgressStore

struct Export: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Write a data directory or a cluster as lines of JSON that outlive their formats.",
        discussion: """
            Stop the service first, or export a copy of its directory; a cluster may keep running. Keep the file \
            secret. Exit status: 0 everything is written, 64 the command line cannot be read, 74 the output cannot be \
            written, 78 the data are in use, damaged or missing; with --until-damage, 65 the data are damaged and what \
            is before that is written.
            """
    )

    @OptionGroup var options: PlaceOptions
    @Option(help: ArgumentHelp("A new file to write to. (default: standard output)", valueName: "path"))
    var output: String?

    @ArgumentParser.Flag(
        help: "Of a damaged directory or cluster, write what is before the damage, and say what is left out."
    )
    var untilDamage = false

    func run() throws {
        let place = try options.place()
        TerminationSignals.unblock()
        if let omission = try write(place) { throw Refusal.incomplete(omission.description) }
    }

    private func write(_ place: PlaceOptions.Place) throws(Refusal) -> ExportOmission? {
        do {
            let export: DataExport
            switch place {
            case .directory(let path):
                export = try untilDamage ? DataExport(untilDamageOf: path) : DataExport(path: path)
            case .log(let log): export = try untilDamage ? DataExport(untilDamageOf: log) : DataExport(log)
            }
            var file =
                try output.map { path throws(MovingError) in try ExportOutput(path: path) }
                ?? ExportOutput(descriptor: STDOUT_FILENO, name: "standard output")
            let counts = try export.write(to: &file, at: ServiceClock.system().now())
            Console.complain("exported \(counts)")
            return export.omission
        } catch {
            throw Refusal(line: error.description, status: error.exitStatus)
        }
    }
}
