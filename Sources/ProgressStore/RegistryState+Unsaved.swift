import ProgressCore
import ProgressRecords
import ProgressRegistry
import ProgressWire

/// The changes that are not on disk yet. Inside the gate.
extension RegistryState {
    var hasUnsaved: Bool { tree.hasUnsaved || access.unsaved?.isEmpty == false }

    /// The group that holds, or will hold, every change made so far; `UInt64.max`, which never becomes safe, where
    /// nothing may be written. For calls that may have written.
    package var newestGroup: UInt64 {
        if follows {
            hasStrayWrites = true
            return UInt64.max
        }
        return isCollecting || hasUnsaved ? openGroup : openGroup - 1
    }

    /// Adds a slice of the unsaved changes to the open group; closes it when nothing is left.
    func collect(_ group: inout GroupBuffer, _ slice: RecordSlice, run: inout RunRecord, as form: RecordForm)
        -> CollectedGroup
    {
        isCollecting = true
        for digest in access.takeUnsaved(most: slice.count) {
            if let record = access.record(of: digest) {
                group.append(kind: RecordKind.right.rawValue, id: record.id) { record.append(to: &$0, as: form) }
            } else {
                group.appendRemoval(kind: RecordKind.right.rawValue, id: digest.recordID)
            }
        }
        if access.unsaved?.isEmpty == false { return .open }
        let uncleanEndCount = run.uncleanEndCount
        let end = group.byteCount + slice.byteCount
        var count = 0
        while tree.takeUnsaved(most: RecordSlice.step, { append($0, to: &group, uncleanEndCount, as: form) }) {
            count += RecordSlice.step
            if count >= slice.count || group.byteCount >= end { return .open }
        }
        isCollecting = false
        defer { openGroup += 1 }
        if group.isEmpty { return .empty(openGroup) }
        run.sequence = tree.sequence
        run.ordinal = tree.newestOrdinal
        run.append(to: &group)
        return .closed(openGroup)
    }

    func append(_ unsaved: Unsaved, to group: inout GroupBuffer, _ uncleanEndCount: UInt32, as form: RecordForm) {
        switch unsaved {
        case .node(let stored):
            var record = ProgressRecord(stored, uncleanEndCount: uncleanEndCount)
            if let digest = digests[stored.id] { record.bodyDigest = digest.words }
            if let key = keys[stored.id] { record.createKey = key.words }
            group.append(kind: RecordKind.progress.rawValue, id: RecordID(stored.id)) {
                record.append(to: &$0, as: form.ofProgress)
            }
        case .noNode(let id): group.appendRemoval(kind: RecordKind.progress.rawValue, id: RecordID(id))
        case .reservation(let reservation):
            group.append(kind: RecordKind.reservation.rawValue, id: RecordID(reservation.key)) {
                ReservationRecord.append(reservation, to: &$0)
            }
        case .run(let item, let name):
            group.append(kind: RecordKind.pastRun.rawValue, id: RecordID(item.id)) {
                PastRunRecord.append(item, of: name, to: &$0, as: form.ofProgress)
            }
        case .noRun(let id): group.appendRemoval(kind: RecordKind.pastRun.rawValue, id: RecordID(id))
        case .noReservation(let key):
            group.appendRemoval(kind: RecordKind.reservation.rawValue, id: RecordID(key))
        }
    }
}

/// The approximate amount that is taken at once; other callers of the registry have their turn between two slices.
struct RecordSlice {
    var count = 500
    /// Records with long texts take as long as many without.
    var byteCount = 1 << 20

    /// The number of records taken between two checks of the limits.
    static let step = 50
}

enum CollectedGroup {
    /// There is more to take.
    case open
    /// It holds every change made so far.
    case closed(UInt64)
    /// The changes left nothing to save. Replies may still wait for this group.
    case empty(UInt64)
}
