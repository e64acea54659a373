package import ProgressRecords

/// Why an engine did not do what it was asked. The texts are for the operator, in one line each.
package enum LogFailure: Error, Equatable, Sendable, CustomStringConvertible {
    /// It may have happened: no answer by the deadline, a connection that broke, or a commit that came with a warning.
    case noAnswer(String)
    /// It certainly did not happen, and may be tried again: no connection, a server that only reads, a serialization
    /// failure.
    case notDone(String)
    /// It certainly did not happen: the engine has no room.
    case full(String)
    /// It certainly did not happen, and needs an operator: a password, a right, tables of an older version.
    case refused(String)
    /// The data that was read is not what was written; names the entry, or the part of the snapshot, by its number.
    case damaged(String)
    /// The data that was read, or the tables, are of a form that this version does not know.
    case newer(NewerForm)

    package init(_ record: UnreadableRecord) {
        switch record {
        case .damaged(let place, let what):
            self = .damaged("\(place.source) is damaged at byte \(place.offset): \(what)")
        case .newer(let form): self = .newer(form)
        }
    }

    /// See `NewerForm`.
    package static func newer(_ source: String, _ found: String, known: String) -> LogFailure {
        .newer(NewerForm(source, found, known: known))
    }

    package var description: String {
        switch self {
        case .noAnswer(let text), .notDone(let text), .full(let text), .refused(let text), .damaged(let text): text
        case .newer(let form): form.description
        }
    }

    /// The description with the next step, where something is damaged.
    package var advice: String {
        guard case .damaged = self else { return description }
        return "\(description); `progressd export --until-damage` saves what is before that"
    }
}
