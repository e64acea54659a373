import ProgressJournal
import ProgressRecords
import ProgressRegistry

/// A group on its way to disk: taken from the registry slice by slice, then closed, written and synced.
struct PendingGroup: Sendable {
    private(set) var records = GroupBuffer()
    private(set) var run: RunRecord
    /// The form of the records that are taken from now on.
    var form: RecordForm
    /// nil while the group is open.
    private(set) var number: UInt64?
    private var isAppended = false

    /// - Parameter term: the first record of the first group, where there are terms.
    init(_ run: RunRecord, beginningWith term: TermRecord? = nil, as form: RecordForm) {
        self.run = run
        self.form = form
        term?.append(to: &records)
    }

    /// Adds one slice of the unsaved changes. Inside the gate.
    mutating func take(from registry: RegistryState) -> CollectedGroup {
        let collected = registry.collect(&records, RecordSlice(), run: &run, as: form)
        if case .closed(let number) = collected { self.number = number }
        return collected
    }

    /// Makes the closed group safe; the next one is open then.
    /// - Throws: the group stays as it is; call this again later.
    mutating func save(to journal: inout Journal) throws(JournalError) {
        if !isAppended { try journal.append(records) }
        isAppended = true
        try journal.sync()
        isAppended = false
        beginNext()
    }

    /// Forgets the closed group: it is kept elsewhere.
    mutating func beginNext() {
        number = nil
        records.removeAll()
    }
}
