package import ProgressRecords

/// The row of a log that says which form it has, and what operators want of it.
package struct FormRow: Equatable, Sendable {
    /// The newest form of its records. It never falls.
    package var written: RecordForm
    /// The lowest version of progressd that reads it; empty if that was never written.
    package var reader: String
    /// No newer form may be written.
    package var isHeld: Bool
    /// A newer one may be written at once; 0: no operator said so.
    package var allowed: RecordForm
    /// All writers up to this term announced themselves.
    package var announcedTerm: UInt64

    package init(
        written: RecordForm = .first,
        reader: String = "",
        isHeld: Bool = false,
        allowed: RecordForm = RecordForm(rawValue: 0),
        announcedTerm: UInt64 = 0
    ) {
        self.written = written
        self.reader = reader
        self.isHeld = isHeld
        self.allowed = allowed
        self.announcedTerm = announcedTerm
    }
}

/// An operator's order about a log's form.
package enum FormOrder: Equatable, Sendable {
    /// No newer form; takes an `allow` back.
    case hold
    /// Neither held nor allowed.
    case release
    /// Not while it is held.
    case allow(RecordForm)
}
