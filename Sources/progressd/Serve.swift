import ArgumentParser
import Logging
import ProgressLog
import ProgressPostgres
import ProgressRegistry
import ProgressServer
import ProgressTelemetry

struct Serve: ParsableCommand {
    /// The end of the help; ArgumentParser has no place for it.
    static let examples = """
        EXAMPLES:
          progressd
              On this machine alone, in memory: http://127.0.0.1:8080
          progressd --port 9000 --data-directory /var/lib/progressd
              Trees that outlive the process.
          progressd --host 0.0.0.0 --token-file tokens --open-badges
              For others, with a role:token in each line of the file.
          progressd --cors-origin https://example.org --log-level debug
              For pages of another origin, with a line for each request.
          progressd --cluster postgres://progress@db1,db2/progress?target_session_attrs=read-write
              One of several replicas that share a database; PGPASSWORD or PGPASSFILE has the password.
        """

    static let configuration = CommandConfiguration(
        abstract: "Run the service (the default verb).",
        discussion: """
            The first line on standard output names the address; logs go to standard error. SIGTERM and SIGINT stop \
            the service within 5 seconds, a second one at once; SIGHUP reads the token file again, or stops the \
            service where there is none. Each option names an environment variable that sets it \
            too; the option overrides the variable, and an empty variable counts as unset. A repeatable option takes a \
            comma-separated list in its variable. Exit status: 0 stopped by a signal, 64 the command line cannot be \
            read, 74 stopped but some changes are not on disk, 78 a setting or a data directory does not work.
            """
    )

    @OptionGroup(title: "Listening") private var listening: SettingOptions<SettingTable.Listening>
    @OptionGroup(title: "Access") private var access: SettingOptions<SettingTable.Access>
    @OptionGroup(title: "Limits") private var limits: SettingOptions<SettingTable.Limits>
    @OptionGroup(title: "Keeping") private var keeping: SettingOptions<SettingTable.Keeping>
    @OptionGroup(title: "Cluster") private var cluster: SettingOptions<SettingTable.Cluster>
    @OptionGroup(title: "Streams") private var streams: SettingOptions<SettingTable.Streams>
    @OptionGroup(title: "Logs") private var logs: SettingOptions<SettingTable.Logs>

    /// The order of start and stop, as one list.
    func run() throws {
        var settings = try settings()
        let (level, format) = (settings.logLevel, settings.logFormat)
        let log = ServiceLog(Logger(label: "progressd") { _ in StandardErrorHandler(level: level, format: format) })
        Dumps.forbid()
        settings.tokenFile.map { Self.warn(of: $0, log) }
        let lateRefusal = LateRefusal()
        let isSaved: Bool
        do throws(ServerError) {
            var descriptors = DescriptorLimit.raise()
            descriptors.lower(&settings.configuration)
            let server = try Server(
                configuration: settings.configuration,
                log: log,
                groupLog: try groupLog(settings.configuration.cluster),
                onRefusal: { lateRefusal.end(ServerError.cluster($0)) }
            )
            try server.start()
            Console.say("progressd listening on \(server.address)\(server.configuration.pathPrefix)")
            descriptors.report(to: log)
            let reloader = settings.tokenFile.map { file in Reloader { Self.reload(file, server, log) } }
            let signal = TerminationSignals.wait(reload: reloader.map { one in { one.order() } })
            log.stopping(signal: signal)
            isSaved = server.stop(takesLeave: lateRefusal.error == nil)
            if let error = lateRefusal.error { throw error }
        } catch {
            throw Refusal(line: error.description, status: error.exitStatus)
        }
        if !isSaved { throw Refusal.unsaved }
    }

    /// A file that cannot be read changes nothing.
    private static func reload(_ file: TokenFile, _ server: Server, _ log: ServiceLog) {
        do throws(Refusal) {
            server.replaceTokens(with: try TokenSource.tokens(file))
            warn(of: file, log)
        } catch {
            log.keepsTokens(error.line)
        }
    }

    private static func warn(of file: TokenFile, _ log: ServiceLog) {
        if file.isOpenToOthers { log.shows(tokenFile: file.path) }
    }

    /// - Returns: nil without a cluster.
    private func groupLog(_ cluster: ClusterSettings) throws(ServerError) -> PostgresLog? {
        guard let url = cluster.url else { return nil }
        do throws(LogFailure) {
            return try PostgresLog(PostgresAddress(url), name: cluster.name)
        } catch {
            throw .cluster(error.description)
        }
    }

    private func settings() throws(Refusal) -> Settings {
        var settings = Settings()
        try listening.read(into: &settings)
        try access.read(into: &settings)
        try limits.read(into: &settings)
        try keeping.read(into: &settings)
        try cluster.read(into: &settings)
        try streams.read(into: &settings)
        try logs.read(into: &settings)
        settings.configuration.tokens = try TokenSource.tokens(settings.tokenFile)
        return settings
    }
}
