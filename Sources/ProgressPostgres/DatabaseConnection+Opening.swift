internal import CPostgres
internal import Glibc
internal import Platform
internal import ProgressLog

extension DatabaseConnection {
    /// Takes libpq's next step, which does not block.
    ///
    /// - Returns: whether the connection is made.
    /// - Throws: `.refused` if the host needs an operator, else `.notDone`.
    func advance() throws(LogFailure) -> Bool {
        if libpq.functions.PQstatus(handle) != CONNECTION_BAD {
            step = libpq.functions.PQconnectPoll(handle)
            if step == PGRES_POLLING_OK {
                _ = libpq.functions.PQsetnonblocking(handle, 1)
                return true
            }
            if step != PGRES_POLLING_FAILED { return false }
        }
        throw failureToConnect
    }

    /// The event that the next step waits for.
    var awaited: (descriptor: Int32, events: Int32) { (socket, step == PGRES_POLLING_READING ? POLLIN : POLLOUT) }

    /// Whether the next step has something to do.
    var canAdvance: Bool { socket < 0 || Readiness.wait(for: [awaited], by: 0) }

    static func start(_ options: [(keyword: String, value: String)], _ libpq: Libpq) -> OpaquePointer? {
        let keywords = options.map { strdup($0.keyword) }
        let values = options.map { strdup($0.value) }
        defer { for text in keywords + values { free(text) } }
        let ended = (keywords + [nil]).map { UnsafePointer($0) }
        return libpq.functions.PQconnectStartParams(ended, (values + [nil]).map { UnsafePointer($0) }, 0)
    }

    private var failureToConnect: LogFailure {
        let text = lastMessage
        if libpq.functions.PQconnectionNeedsPassword(handle) == 1 {
            return .refused("PostgreSQL asks for a password; set PGPASSWORD or PGPASSFILE: \(text)")
        }
        // libpq's own words for wrong values in the URL.
        if text.hasPrefix("invalid ") || text.hasPrefix("could not match ") {
            return .refused("The cluster's address is wrong: \(text)")
        }
        return ServerError(connecting: text).failureToConnect
    }
}
