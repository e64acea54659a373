package import Platform
package import ProgressRecords

/// A log of groups that several replicas share, and the row that says which one of them may append: what the cluster needs
/// of an engine. docs/decisions/0024-what-a-log-must-do.md has the reasons.
///
/// Used by one thread at a time. Every call returns by its deadline, in monotonic nanoseconds. What was answered, and all
/// before it, stays: it is on every disk that the engine promises.
package protocol GroupLog: AnyObject {
    /// The office's row as it is now; makes one (term 0, tail 0, free), and the tables, if there is none.
    func look(by deadline: UInt64) throws(LogFailure) -> OfficeRow

    /// Like `look`, but makes nothing.
    ///
    /// - Returns: nil if there is none.
    func existingRow(by deadline: UInt64) throws(LogFailure) -> OfficeRow?

    /// Takes the office: term + 1, not free, with the claim's mark, address and key. Only if the row's term, tail and mark
    /// are those of `seen`; its address and key are then, too, because they never change without the mark. It does not wait
    /// for a row that another statement has locked: the writer's may be among those that wait.
    ///
    /// - Returns: false if they are not, or the row is locked.
    func claim(_ claim: ElectionBid, seen: OfficeRow, by deadline: UInt64) throws(LogFailure) -> Bool

    /// Appends an entry and sets the mark, in one step; without an entry, only sets the mark (a beat). Only if the row has
    /// this holder and this tail.
    ///
    /// - Parameters:
    ///   - entry: its number is `tail` + 1.
    ///   - handsOver: the row becomes free in the same step.
    /// - Returns: false if the row has another holder or tail.
    func append(
        _ entry: LogEntry?,
        as holder: Holder,
        tail: UInt64,
        mark: OfficeMark,
        handsOver: Bool,
        by deadline: UInt64
    ) throws(LogFailure) -> Bool

    /// The entries after `number` that are there, in order: as many as fit into `byteCount`, but at least one if there is
    /// one. If the first is not `number` + 1, a snapshot has taken the place of those between: the caller loads again.
    func read(after number: UInt64, most byteCount: Int, by deadline: UInt64) throws(LogFailure) -> [LogEntry]

    /// Saves a part of a snapshot that is not published yet; the same part again replaces it. Only if the row has this
    /// holder: of another one's snapshot with that number it would make a mixture.
    ///
    /// - Returns: false if the row has another holder.
    func putSnapshot(
        part: Int,
        of number: UInt64,
        _ bytes: [UInt8],
        as holder: Holder,
        by deadline: UInt64
    ) throws(LogFailure) -> Bool

    /// Makes the snapshot the row's. Only if the row has this holder. The parts of earlier ones go, at the latest with
    /// `trim`.
    ///
    /// - Returns: false if it has another, or if fewer than `partCount` parts are there.
    func publishSnapshot(
        _ number: UInt64,
        partCount: Int,
        as holder: Holder,
        by deadline: UInt64
    ) throws(LogFailure) -> Bool

    /// Deletes entries up to `number`, never past the published snapshot, and parts of earlier snapshots: at most `rowCount`
    /// of them in one call, and fewer if they are large, so that a writer keeps its lease. Whichever replica calls it, what
    /// goes is in the snapshot that the row names.
    ///
    /// - Returns: whether more may be left to delete.
    func trim(through number: UInt64, most rowCount: Int, by deadline: UInt64) throws(LogFailure) -> Bool

    /// - Returns: nil if there is no such part.
    func readSnapshot(_ number: UInt64, part: Int, by deadline: UInt64) throws(LogFailure) -> [UInt8]?

    /// Writes the row of a replica among the members, and reads what was there before. It need not survive a failure of the
    /// engine. A writer's row also notes that its term was announced, if all before it were.
    func announce(_ member: Member, by deadline: UInt64) throws(LogFailure) -> Roster

    /// The members and the form's row; `.empty` where nothing was ever announced.
    func roster(by deadline: UInt64) throws(LogFailure) -> Roster

    /// Deletes the row of a member.
    ///
    /// - Returns: false if there is none.
    func withdraw(_ id: String, by deadline: UInt64) throws(LogFailure) -> Bool

    /// Notes that the log has this form from now on. Only if the office has this holder, and the form's row one before it
    /// that is not held.
    ///
    /// - Returns: false if not.
    func raise(to form: RecordForm, as holder: Holder, by deadline: UInt64) throws(LogFailure) -> Bool

    /// Notes what an operator wants.
    ///
    /// - Returns: false if the form is held, and the order is to allow one.
    func order(_ order: FormOrder, by deadline: UInt64) throws(LogFailure) -> Bool

    /// Sleeps until something may have changed in the log, as far as the engine tells, or `wake` rings, or the deadline
    /// has come. Drains `wake`.
    func wait(until deadline: UInt64, _ wake: WakePipe)
}
