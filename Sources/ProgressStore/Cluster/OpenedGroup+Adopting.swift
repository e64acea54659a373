import ProgressCore
import ProgressLog
import ProgressRecords
import ProgressRegistry
import ProgressWire

extension OpenedGroup {
    /// The changes in a group of the writer, for trees that follow it.
    /// - Parameter history: up to the previous group; on return, including this one.
    /// - Throws: `.damaged`.
    func changes(continuing history: inout LogHistory) throws(LogFailure) -> AdoptedChanges {
        var newest = history
        try forEachRecord { _, record throws(UnreadableRecord) in try newest.note(record) }
        var changes = AdoptedChanges()
        var newestTime: Int64 = 0
        try forEachRecord { header, record throws(UnreadableRecord) in
            if header.isRemoval {
                try changes.addRemoval(record)
            } else if let time = try changes.add(record, newest.run) {
                newestTime = max(newestTime, time)
            }
        }
        newest.noteTime(newestTime)
        changes.sequence = newest.run.sequence
        changes.ordinal = newest.run.ordinal
        history = newest
        return changes
    }
}

extension AdoptedChanges {
    /// - Returns: the newest time of a node.
    fileprivate mutating func add(_ record: StoredRecord, _ run: RunRecord) throws(UnreadableRecord) -> Int64? {
        switch try ReadRecord(record, of: run) {
        case .context: break
        case .progress(let stored, let digest, let key):
            things.append(.node(stored))
            if let digest { digests.append((stored.id, digest)) }
            if let key { keys.append((stored.id, key)) }
            return stored.newestTime
        case .reservation(let reservation): things.append(.reservation(reservation))
        case .pastRun(let item, let name): things.append(.run(item, name: name))
        case .right(let right): rights.append(right)
        }
        return nil
    }

    fileprivate mutating func addRemoval(_ record: StoredRecord) throws(UnreadableRecord) {
        let id = ProgressID(record.id)
        switch try record.knownKind() {
        case .run, .term: throw record.damaged("the record of a run was removed")
        case .progress: things.append(.noNode(id))
        case .reservation: things.append(.noReservation(id))
        case .pastRun: things.append(.noRun(id))
        case .right: endedRights.append((record.id.high, record.id.low))
        }
    }
}
