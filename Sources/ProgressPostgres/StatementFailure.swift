internal import ProgressLog

/// Why a statement has no answer that counts.
enum StatementFailure: Error {
    /// The server's own words; the statement was undone, unless `ServerError.failure` says otherwise.
    case server(ServerError)
    /// It was sent, at least in part, and the connection broke.
    case lost(String)
    /// It was sent, at least in part, and the deadline passed.
    case late
    /// Nothing was sent.
    case notSent(String)

    /// The connection cannot be used again.
    var endsConnection: Bool {
        switch self {
        // A server that only reads, or that forgot what it kept, was another one when the session began; and one that keeps
        // plans for tables that were changed does not renew them.
        case .server(let error): error.isFatal || ["0A000", "25006", "26000"].contains(error.state)
        case .lost, .late, .notSent: true
        }
    }

    var failure: LogFailure {
        switch self {
        case .server(let error): error.failure
        case .lost(let text): .noAnswer("the connection to PostgreSQL broke: \(text)")
        case .late: .noAnswer("PostgreSQL did not answer in time")
        case .notSent(let text): .notDone("the connection to PostgreSQL broke: \(text)")
        }
    }

    /// Like `failure`, while a session is prepared: all of that may be done twice.
    var failureToConnect: LogFailure {
        switch self {
        case .server(let error): error.failureToConnect
        case .late: .notDone("PostgreSQL did not answer in time")
        case .lost(let text), .notSent(let text): .notDone("the connection to PostgreSQL broke: \(text)")
        }
    }
}
