import ArgumentParser
import Logging
import ProgressServer
import ProgressTelemetry

struct Serve: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Run the service (the default verb).",
        discussion: """
            The first line on standard output names the address; logs go to standard error. SIGTERM and SIGINT stop \
            the service within 5 seconds, a second one at once. Each option can also be given as the environment \
            variable named at its end, a repeatable one as a list with commas between; an option counts more than its \
            variable, and an empty variable counts as none. Exit status: 0 stopped as told, 64 a command line that \
            cannot be read, 74 stopped but not all is on disk, 78 a setting or a data directory that does not work.
            """
    )

    @OptionGroup var options: ServeOptions

    /// The order of start and stop, as one list.
    func run() throws {
        var settings = try options.settings()
        let (level, format) = (settings.logLevel, settings.logFormat)
        let log = ServiceLog(Logger(label: "progressd") { _ in StandardErrorHandler(level: level, format: format) })
        let isSaved: Bool
        do {
            var descriptors = DescriptorLimit.raise()
            descriptors.lower(&settings.configuration)
            let server = try Server(configuration: settings.configuration, log: log)
            ConcurrencyRuntime.warmUp()
            try server.start()
            Console.say("progressd listening on \(server.address)")
            descriptors.report(to: log)
            let signal = TerminationSignals.wait()
            log.stopping(signal: signal)
            isSaved = server.stop()
        } catch {
            throw Refusal(line: error.description, status: error.exitStatus)
        }
        if !isSaved { throw Refusal.unsaved }
    }
}
