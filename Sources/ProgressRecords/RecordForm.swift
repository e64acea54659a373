private import Glibc

/// The form of everything that is kept, as one number: the files of a data directory or the tables of a log, their kinds
/// of records, and the members of these.
///
/// A version reads every form up to its newest, and writes whichever of them it is told: it can be replaced by an older
/// version as long as nothing newer was written. To write anything that the last release cannot read, add a form, and let
/// the records of all forms before it stay as they are.
package struct RecordForm: RawRepresentable, Comparable, Hashable, Sendable, CustomStringConvertible {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    package static let first = RecordForm(rawValue: 1)
    /// Rights say when they were made, and by whom.
    package static let second = RecordForm(rawValue: 2)
    /// Rates have blocks, runs teach, and progresses have addresses and the keys of their creates.
    package static let third = RecordForm(rawValue: 3)

    // With `PROGRESSD_NEXT_FORM` in its environment, a debug build is a version after this one, which `Tests/cluster` rolls
    // forward to and back from.
    #if DEBUG
        /// Of that version alone.
        package static let next = RecordForm(rawValue: 4)
        package static let newest = getenv("PROGRESSD_NEXT_FORM") == nil ? third : next
    #else
        package static let newest = third
    #endif

    /// The lowest version of progressd that reads it, for a form up to `newest`.
    package var reader: String {
        #if DEBUG
            if self >= .next { return "0.9.0" }
        #endif
        return self > .second ? "0.4.0" : self > .first ? "0.3.0" : "0.1.0"
    }

    package var description: String { "\(rawValue)" }

    package static func < (one: RecordForm, other: RecordForm) -> Bool { one.rawValue < other.rawValue }
}
