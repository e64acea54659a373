/// The log that a replica follows, so that it follows no other one: an empty database, or an older copy, may take the
/// place of the right one, and an operator may delete the row.
///
/// A log continues while terms and tails grow. One that goes back is the same log only if the engine has failed over
/// since, and lost its end.
package struct FollowedLog: Equatable, Sendable {
    package enum Verdict: Equatable, Sendable {
        /// It continues, as far as the row tells.
        case continues
        /// Its end is gone, which its writer has.
        case awaitsWriter
        /// Its end is gone.
        case lostEnd
        /// It is another log; why, for people.
        case isAnother(String)
    }

    private let holder: Holder
    private let life: EngineLife?
    private let snapshot: UInt64

    /// - Parameters:
    ///   - holder: the newest under whom the content of the trees was known to be the log's.
    ///   - life: of the engine then.
    ///   - snapshot: the published one then.
    package init(_ holder: Holder, _ life: EngineLife?, snapshot: UInt64) {
        self.holder = holder
        self.life = life
        self.snapshot = snapshot
    }

    package init(_ row: OfficeRow) { self.init(row.holder, row.life, snapshot: row.snapshot) }

    package func isHeld(as row: OfficeRow) -> Bool { row.holder == holder }

    /// - Parameters:
    ///   - row: nil if there is none.
    ///   - number: of the newest entry in the trees.
    package func verdict(on row: OfficeRow?, holding number: UInt64) -> Verdict {
        guard let row else {
            return .isAnother("there is no row of the office any more, and the newest had term \(holder.term)")
        }
        if row.holder != holder && row.term <= holder.term {
            return row.mayHaveLost(since: life) ? .lostEnd : .isAnother(Self.reason(row, after: holder))
        }
        if row.tail >= number { return .continues }
        guard row.mayHaveLost(since: life) else {
            return .isAnother("its newest entry is \(row.tail), and this replica holds \(number)")
        }
        // A writer that no longer has the lost entries writes a snapshot in their place.
        return row.holder == holder && !row.isFree && row.snapshot == snapshot ? .awaitsWriter : .lostEnd
    }

    /// Why a log with this row cannot be the same; nil: it can.
    func estrangement(from row: OfficeRow?, holding number: UInt64) -> String? {
        if case .isAnother(let reason) = verdict(on: row, holding: number), row.map({ $0.term <= holder.term }) ?? true
        {
            return reason
        }
        return nil
    }

    /// - Parameters:
    ///   - entry: the first of the log from `number` on.
    ///   - number: of the newest entry in the trees, whose chain is `chain`.
    package func verdict(on entry: LogEntry?, after number: UInt64, _ chain: UInt32, of row: OfficeRow) -> Verdict {
        guard let entry, entry.number == number, row.snapshot < number else {
            // It is in a snapshot by now, which need not continue what was before. The next entry has to continue it.
            let isSameDatabase = row.life?.database == life?.database
            return isSameDatabase ? .continues : .isAnother("its entry \(number) is gone, in another database")
        }
        if entry.chain == chain { return .continues }
        if row.holder == holder || row.mayHaveLost(since: life) { return .lostEnd }
        return .isAnother("its entry \(number) is another one since term \(row.term)")
    }

    static func reason(_ row: OfficeRow, after holder: Holder) -> String {
        row.term < holder.term
            ? "its term is \(row.term), after term \(holder.term)"
            : "its term \(row.term) is that of \(row.address.isEmpty ? "another replica" : row.address), after \(holder.address)"
    }
}
