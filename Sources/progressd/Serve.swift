import ArgumentParser
import Logging
import ProgressRegistry
import ProgressServer
import ProgressTelemetry

struct Serve: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Run the service (the default verb).",
        discussion: """
            The first line on standard output names the address; logs go to standard error. SIGTERM and SIGINT stop \
            the service within 5 seconds, a second one at once. Each option names an environment variable that sets it \
            too; the option overrides the variable, and an empty variable counts as unset. A repeatable option takes a \
            comma-separated list in its variable. Exit status: 0 stopped by a signal, 64 the command line cannot be \
            read, 74 stopped but some changes are not on disk, 78 a setting or a data directory does not work.
            """
    )

    @OptionGroup(title: "Listening") private var listening: SettingOptions<SettingTable.Listening>
    @OptionGroup(title: "Access") private var access: SettingOptions<SettingTable.Access>
    @OptionGroup(title: "Trees and streams") private var trees: SettingOptions<SettingTable.Trees>
    @OptionGroup(title: "Limits") private var limits: SettingOptions<SettingTable.Limits>
    @OptionGroup(title: "Storage") private var storage: SettingOptions<SettingTable.Storage>
    @OptionGroup(title: "Threads and logs") private var process: SettingOptions<SettingTable.Process>

    /// The order of start and stop, as one list.
    func run() throws {
        var settings = try settings()
        let (level, format) = (settings.logLevel, settings.logFormat)
        let log = ServiceLog(Logger(label: "progressd") { _ in StandardErrorHandler(level: level, format: format) })
        let isSaved: Bool
        do {
            var descriptors = DescriptorLimit.raise()
            descriptors.lower(&settings.configuration)
            let server = try Server(configuration: settings.configuration, log: log)
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

    private func settings() throws(Refusal) -> Settings {
        var settings = Settings()
        try listening.read(into: &settings)
        try access.read(into: &settings)
        try trees.read(into: &settings)
        try limits.read(into: &settings)
        try storage.read(into: &settings)
        try process.read(into: &settings)
        settings.configuration.tokens += try TokenSource.tokensOfEnvironment()
        return settings
    }
}
