internal import CPostgres
internal import Glibc
internal import Platform
internal import ProgressLog

extension Connection {
    /// Connects to one of the address's hosts, the one at `first` before the others.
    ///
    /// - Returns: the connection and the place of its host.
    /// - Throws: `.refused` if a host needs an operator, else `.notDone`.
    static func open(
        _ address: PostgresAddress,
        _ libpq: Libpq,
        first: Int,
        by deadline: UInt64
    ) throws(LogFailure) -> (connection: Connection, host: Int) {
        let count = address.attempts.count
        var reasons: [String] = []
        var isRefused = false
        for turn in 0..<count {
            let host = (first + turn) % count
            let now = MonotonicClock.now()
            guard now < deadline else { break }
            do throws(LogFailure) {
                let own = now + (deadline - now) / UInt64(count - turn)
                return (try Connection(address, libpq, host: host, by: own), host)
            } catch {
                if case .refused = error { isRefused = true }
                reasons.append(error.description)
            }
        }
        let text = reasons.isEmpty ? "there was no time left to connect to PostgreSQL" : reasons.joined(separator: "; ")
        throw isRefused ? .refused(text) : .notDone(text)
    }

    static func start(_ options: [(keyword: String, value: String)], _ libpq: Libpq) -> OpaquePointer? {
        let keywords = options.map { strdup($0.keyword) }
        let values = options.map { strdup($0.value) }
        defer { for text in keywords + values { free(text) } }
        let ended = (keywords + [nil]).map { UnsafePointer($0) }
        return libpq.functions.PQconnectStartParams(ended, (values + [nil]).map { UnsafePointer($0) }, 0)
    }

    func finishConnecting(by deadline: UInt64) throws(LogFailure) {
        var state = PGRES_POLLING_WRITING
        while libpq.functions.PQstatus(handle) != CONNECTION_BAD {
            guard socket < 0 || isReady(state == PGRES_POLLING_READING ? POLLIN : POLLOUT, by: deadline) else {
                throw .notDone("PostgreSQL at \(address) did not take the connection in time")
            }
            state = libpq.functions.PQconnectPoll(handle)
            if state == PGRES_POLLING_OK { return }
            if state == PGRES_POLLING_FAILED { break }
        }
        let text = lastMessage
        if libpq.functions.PQconnectionNeedsPassword(handle) == 1 {
            throw .refused("PostgreSQL asks for a password; set PGPASSWORD or PGPASSFILE: \(text)")
        }
        // What libpq finds wrong with the values of the URL, in words of its own.
        if text.hasPrefix("invalid ") || text.hasPrefix("could not match ") {
            throw .refused("The cluster's address is wrong: \(text)")
        }
        throw ServerError(connecting: text).failureToConnect
    }
}
