internal import Platform
internal import ProgressLog

/// A connection whose server can be used: it writes, has tables of a known version, and it is known what it can do.
final class Session {
    let connection: DatabaseConnection
    let features: Statements.Features
    /// Which database of which server; nil: it does not say.
    let database: String?
    /// Notifications arrive while nothing is asked. Not through a pooler, and not from every engine.
    let listens: Bool

    /// - Throws: `.refused` or `.newer` if an operator is needed, else `.notDone`.
    init(_ connection: DatabaseConnection, channel: String, by deadline: UInt64) throws(LogFailure) {
        self.connection = connection
        let version: UInt64?
        do throws(StatementFailure) {
            try Self.checkThatItWrites(connection, by: deadline)
            var features = Statements.Features()
            features.hasSynchronousCommit = try connection.can(Self.keepSynchronousCommit, by: deadline)
            features.hasNotify = try connection.can("SELECT pg_notify('\(channel)', 'test')", by: deadline)
            features.hasTimeline = try connection.can("SELECT \(Statements.timeline)", by: deadline)
            self.features = features
            database = features.hasTimeline ? try Self.database(of: connection, by: deadline) : nil
            listens = try Self.listen(connection, channel, features, by: deadline)
            connection.keepsStatements = listens
            version = try Schema.version(on: connection, by: deadline)
        } catch { throw error.failureToConnect }
        if let version, !(Schema.first...Schema.newest).contains(version) { throw Schema.refusal(of: version) }
    }

    /// Sleeps until another session changes the log, `wake` rings or the deadline has come. Drains `wake`.
    ///
    /// - Returns: whether the connection is still there.
    func wait(until deadline: UInt64, _ wake: WakePipe) -> Bool {
        while true {
            guard connection.isAlive else {
                wake.drain()
                return false
            }
            if connection.takeNotifications().others || MonotonicClock.now() >= deadline {
                wake.drain()
                return true
            }
            if wake.drain() { return true }
            connection.sleep(until: deadline, wake)
        }
    }

    private static let keepSynchronousCommit =
        "SELECT set_config('synchronous_commit', current_setting('synchronous_commit'), true)"

    private static let identifyDatabase = """
        SELECT system_identifier::text || '/' || (SELECT oid FROM pg_database WHERE datname = current_database())::text
        FROM pg_control_system()
        """

    private static func database(of connection: DatabaseConnection, by deadline: UInt64) throws(StatementFailure)
        -> String?
    {
        do throws(StatementFailure) {
            let answer = try connection.run(identifyDatabase, by: deadline)
            return answer.rowCount == 1 ? answer.text(0, 0) : nil
        } catch .server(let error) where error.isUnknownFeature || error.state == "42501" { return nil }
    }

    private static func checkThatItWrites(_ connection: DatabaseConnection, by deadline: UInt64)
        throws(StatementFailure)
    {
        let answer = try connection.run("SELECT current_setting('transaction_read_only')", by: deadline)
        guard answer.rowCount == 1, answer.text(0, 0) == "on" else { return }
        throw .server(ServerError(state: "25006", isFatal: false, message: "its transactions are read-only"))
    }

    /// Not through a pooler: there a session's settings and LISTEN do not stay with this connection.
    private static func listen(
        _ connection: DatabaseConnection,
        _ channel: String,
        _ features: Statements.Features,
        by deadline: UInt64
    ) throws(StatementFailure) -> Bool {
        let answer = try connection.run("SELECT pg_backend_pid()", by: deadline)
        // A pooler tells its clients numbers of its own.
        guard answer.rowCount == 1, answer.number(0, 0) == connection.processID else { return false }
        // A writer continues to beat while its table is locked, and an abandoned statement gives up its place in the
        // queue for the office's row.
        _ = try connection.can("SELECT set_config('lock_timeout', '500ms', false)", by: deadline)
        guard features.hasNotify, try connection.can("LISTEN \(channel)", by: deadline) else { return false }
        _ = try connection.run("SELECT pg_notify('\(channel)', 'test')", by: deadline)
        return connection.takeNotifications().own
    }
}
