internal import ProgressLog

/// An error that the server sent, and what it means for the statement that it answers.
struct ServerError: Error, Equatable {
    /// Five characters; empty where libpq or a pooler does not tell.
    let state: String
    /// The connection ends with it.
    let isFatal: Bool
    /// In the server's language; without the detail, which may quote a row.
    let message: String

    var text: String { state.isEmpty ? message : "\(message) (\(state))" }

    /// The outcome of a statement that was sent whole.
    var failure: LogFailure {
        // A session may be ended, or a statement canceled, after its commit and before the answer.
        if isFatal || ["40003", "57014"].contains(state) {
            return .noAnswer("PostgreSQL ended the statement: \(text)")
        }
        switch state {
        case "53100": return .full("PostgreSQL has no room: \(text)")
        case "25006": return .notDone("PostgreSQL only reads: \(text)")
        // The last one: the server forgot a statement that it kept.
        case "40001", "40P01", "40000", "40002", "55P03", "26000":
            return .notDone("PostgreSQL asks to try again: \(text)")
        case "42501":
            return .refused(
                "PostgreSQL refuses: \(text); the role needs SELECT, INSERT, UPDATE and DELETE on the tables progressd_*"
            )
        case "23505": return .damaged("the log has an entry past its tail: \(text)")
        default: break
        }
        switch state.prefix(2) {
        case "53": return .notDone("PostgreSQL is out of resources: \(text)")
        case "0A", "22", "28", "3D", "3F", "42", "54": return .refused("PostgreSQL refuses: \(text)")
        default: return .noAnswer("PostgreSQL failed: \(text)")
        }
    }

    /// Like `failure`, for an attempt to connect or to prepare a session: nothing was asked, so nothing is uncertain.
    var failureToConnect: LogFailure {
        if needsOperator { return .refused("PostgreSQL refuses the connection: \(text)") }
        return switch failure {
        case .noAnswer, .damaged: .notDone("PostgreSQL does not take the connection: \(text)")
        case let other: other
        }
    }

    /// PgBouncer has one state for all its errors, and says them in English.
    private var needsOperator: Bool {
        let ofPooler = [
            "password authentication failed", "SASL authentication failed", "no such database", "no such user",
        ]
        return state.hasPrefix("28") || state == "3D000" || state == "42501"
            || state == "08P01" && ofPooler.contains { message.contains($0) }
    }

    /// The engine does not know a function, a setting or a statement that is PostgreSQL's.
    var isUnknownFeature: Bool { !isFatal && ["0A", "22", "42"].contains(state.prefix(2)) && state != "42501" }

    var isMissingTable: Bool { state == "42P01" }

    func adding(_ advice: String) -> ServerError {
        ServerError(state: state, isFatal: isFatal, message: "\(message); \(advice)")
    }
}
