internal import CPostgres
internal import Glibc
internal import Platform
internal import ProgressLog

/// One connection of libpq, which never blocks past a deadline.
/// Used by one thread at a time.
final class DatabaseConnection {
    let libpq: Libpq
    let handle: OpaquePointer
    let address: PostgresAddress
    /// The event that libpq waits for while the connection is made.
    var step = PGRES_POLLING_WRITING
    /// The first warning since the statement began.
    private var warning: String?
    /// Statements with parameters are parsed and planned once. Only where the session is this connection's alone.
    var keepsStatements = false
    /// The names of those that the server keeps, by their text.
    var kept: [String: String] = [:]

    /// Begins to connect; `advance` continues.
    /// - Parameter options: libpq's keywords and values.
    init(
        _ address: PostgresAddress,
        _ libpq: Libpq,
        _ options: [(keyword: String, value: String)]
    ) throws(LogFailure) {
        self.libpq = libpq
        self.address = address
        guard let handle = Self.start(options, libpq) else {
            throw .notDone("there is no memory for a connection to PostgreSQL")
        }
        self.handle = handle
        // The text of a failure then has the server's state, for which libpq has no function.
        _ = libpq.functions.PQsetErrorVerbosity(handle, PQERRORS_VERBOSE)
        // 1. libpq calls back only inside calls of this connection, whose caller keeps it; 2. `deinit` frees the handle.
        let context = Unmanaged.passUnretained(self).toOpaque()
        _ = libpq.functions.PQsetNoticeReceiver(handle, takeNotice, context)
    }

    deinit { libpq.functions.PQfinish(handle) }

    /// The number of this connection's process, as the server, or a pooler before it, tells it.
    var processID: UInt64 { UInt64(clamping: libpq.functions.PQbackendPID(handle)) }

    var socket: Int32 { libpq.functions.PQsocket(handle) }

    /// Whether the connection was still there when its input was last read; reads what is there.
    var isAlive: Bool {
        guard socket >= 0 else { return false }
        return (!isReady(POLLIN, by: 0) || libpq.functions.PQconsumeInput(handle) == 1)
            && libpq.functions.PQstatus(handle) == CONNECTION_OK
    }

    /// Takes the notifications that have arrived.
    ///
    /// - Returns: whether there was one of this session, and one of another.
    func takeNotifications() -> (own: Bool, others: Bool) {
        var found = (own: false, others: false)
        while let notification = libpq.functions.PQnotifies(handle) {
            let isOwn = UInt64(clamping: notification.pointee.be_pid) == processID
            found = (found.own || isOwn, found.others || !isOwn)
            libpq.functions.PQfreemem(notification)
        }
        return found
    }

    /// Sleeps until the server sends something, `wake` rings or the deadline has come.
    func sleep(until deadline: UInt64, _ wake: WakePipe) {
        _ = Readiness.wait(for: [(socket, POLLIN), (wake.descriptor, POLLIN)], by: deadline)
    }

    /// Runs one statement in a transaction of its own.
    func run(
        _ statement: String,
        _ parameters: [Parameter] = [],
        by deadline: UInt64
    ) throws(StatementFailure) -> QueryResult {
        warning = nil
        guard isAlive else { throw .notSent(lastMessage) }
        let name = keepsStatements && !parameters.isEmpty ? try keep(statement, parameters, by: deadline) : nil
        guard send(statement, keptAs: name, parameters) else { throw .notSent(lastMessage) }
        return try receive(by: deadline)
    }

    func receive(by deadline: UInt64) throws(StatementFailure) -> QueryResult {
        try flush(by: deadline)
        var answer: QueryResult?
        var failure: StatementFailure?
        // The commit comes after the rows: only the end of the results says that it is done.
        while let result = try nextResult(by: deadline) {
            let next = QueryResult(result, libpq)
            if [PGRES_COMMAND_OK, PGRES_TUPLES_OK].contains(libpq.functions.PQresultStatus(result)) {
                answer = consume next
            } else if failure == nil {
                // The first failure names the cause; the end of the connection then adds nothing.
                failure = self.failure(of: result)
            }
        }
        if let failure { throw failure }
        guard var answer else { throw .lost(lastMessage) }
        answer.warning = warning
        return answer
    }

    /// Runs a statement that not every engine knows.
    ///
    /// - Returns: whether this one does.
    func can(_ statement: String, by deadline: UInt64) throws(StatementFailure) -> Bool {
        do throws(StatementFailure) {
            _ = try run(statement, by: deadline)
            return true
        } catch .server(let error) where error.isUnknownFeature { return false }
    }

    fileprivate func take(notice result: OpaquePointer?) {
        guard field(POSTGRES_SEVERITY, of: result) == "WARNING", warning == nil else { return }
        warning = field(POSTGRES_MESSAGE, of: result)
    }
}

extension DatabaseConnection {
    private func flush(by deadline: UInt64) throws(StatementFailure) {
        while true {
            switch libpq.functions.PQflush(handle) {
            case 0: return
            case 1:
                guard isReady(POLLIN | POLLOUT, by: deadline) else { throw .late }
                // A server that answers before it has read all would wait for its answer to be taken.
                if isReady(POLLIN, by: 0), libpq.functions.PQconsumeInput(handle) == 0 { return }
            default: return  // Closed by the server: what it sent before is read as the answer.
            }
        }
    }

    private func nextResult(by deadline: UInt64) throws(StatementFailure) -> OpaquePointer? {
        while libpq.functions.PQisBusy(handle) == 1 {
            guard isReady(POLLIN, by: deadline) else { throw .late }
            if libpq.functions.PQconsumeInput(handle) == 0 { break }
        }
        return libpq.functions.PQgetResult(handle)
    }

    private func failure(of result: OpaquePointer) -> StatementFailure {
        // libpq makes results of its own for a broken connection; only the server's have a severity.
        guard let severity = field(POSTGRES_SEVERITY, of: result) else { return .lost(lastMessage) }
        return .server(
            ServerError(
                state: field(POSTGRES_SQLSTATE, of: result) ?? "",
                isFatal: severity != "ERROR",
                message: field(POSTGRES_MESSAGE, of: result) ?? ""
            )
        )
    }

    private func field(_ code: Int32, of result: OpaquePointer?) -> String? {
        libpq.functions.PQresultErrorField(result, code).map { address.clean(String(cString: $0)) }
    }

    var lastMessage: String {
        let text = libpq.functions.PQerrorMessage(handle).map { address.clean(String(cString: $0)) } ?? ""
        return text.isEmpty ? "it is closed" : text
    }

    /// Waits for one of the events, or an error, until the deadline.
    func isReady(_ events: Int32, by deadline: UInt64) -> Bool { Readiness.wait(for: [(socket, events)], by: deadline) }
}

/// Called by libpq within `PQconsumeInput` and its like, on the thread that runs the statement.
private func takeNotice(_ context: UnsafeMutableRawPointer?, _ result: OpaquePointer?) {
    guard let context else { return }
    Unmanaged<DatabaseConnection>.fromOpaque(context).takeUnretainedValue().take(notice: result)
}
