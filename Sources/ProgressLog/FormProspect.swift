package import ProgressRecords

/// The prospects of a log's form: whether a newer one may be written, or what prevents it.
///
/// A replica that does not read what is written neither follows nor takes office, so a form may be written once every
/// living replica reads it and nothing keeps the way back open. Versions before 0.3 announce nothing: where one of them
/// has been a writer, another may be there unnoticed.
package enum FormProspect: Equatable, Sendable {
    /// No replica knows a newer one.
    case newest
    /// By an operator.
    case held
    /// These neither read nor write a newer one.
    case heldBy([Member])
    /// An operator has to say that no version before 0.3 is left.
    case awaitsOperator(RecordForm)
    /// It may be written once all of this has held for a while.
    case settles(RecordForm)
    case mayBeWritten(RecordForm)

    /// - Parameters:
    ///   - members: those that live.
    ///   - term: the newest.
    package init(_ row: FormRow, _ members: [Member], term: UInt64) {
        let known = members.map(\.reads).max() ?? row.written
        let form = members.map(\.writes).min() ?? row.written
        if known <= row.written {
            self = .newest
        } else if row.isHeld {
            self = .held
        } else if form <= row.written {
            self = .heldBy(members.filter { $0.writes <= row.written })
        } else if form <= row.allowed {
            self = .mayBeWritten(form)
        } else if row.written == .first && row.announcedTerm < term {
            self = .awaitsOperator(form)
        } else {
            self = .settles(form)
        }
    }
}
