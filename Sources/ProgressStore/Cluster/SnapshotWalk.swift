import ProgressCore
import ProgressLog
import ProgressRecords
import ProgressRegistry

/// Writes all that the registry holds as parts of a snapshot, in slices between groups.
///
/// The trees change meanwhile, and every change goes into the log, too: the newest of a key counts, so the snapshot and the
/// entries after its number are exact, once the log holds every change that was made before the walk ended.
struct SnapshotWalk: Sendable {
    /// The number of the newest entry when the walk began.
    let number: UInt64
    private let logChain: UInt32
    private let history: LogHistory
    private let form: RecordForm
    private var place: StoredPlace? = .first
    /// nil: not asked for yet.
    private var rights: [TokenDigest]?
    private var records = GroupBuffer()
    private var chain: UInt32 = 0
    private(set) var partCount = 0
    private(set) var recordCount = 0
    /// The bytes of all parts, as the engine keeps them.
    private(set) var byteCount = 0

    /// Places looked at in one slice, and the bytes with which one ends and makes a part. Sealing a part takes some
    /// milliseconds, for which groups and the lease wait: hence no larger ones.
    private static let sliceCount = 1_000
    private static let partByteCount = 256 << 10

    init(after position: LogPosition, _ history: LogHistory, as form: RecordForm) {
        number = position.number
        logChain = position.chain
        self.history = history
        self.form = form
        history.run.append(to: &records)
        history.term?.append(to: &records)
    }

    /// Everything is taken; only the last part is left.
    var isOver: Bool { place == nil && rights?.isEmpty == true }

    /// Takes the next slice. Inside the gate.
    mutating func take(from registry: RegistryState) {
        if let place {
            let count = history.run.uncleanEndCount
            var byteCount = records.byteCount
            self.place = registry.tree.copyStored(
                from: place,
                most: Self.sliceCount,
                while: { byteCount < Self.partByteCount },
                { stored in
                    registry.append(stored, to: &records, count, as: form)
                    byteCount = records.byteCount
                }
            )
            return
        }
        var left = rights ?? registry.access.recordedDigests
        // Else it is copied each time.
        rights = nil
        for digest in left.suffix(Self.sliceCount) {
            guard let record = registry.access.record(of: digest) else { continue }
            records.append(kind: RecordKind.right.rawValue, id: record.id) { record.append(to: &$0, as: form) }
        }
        left.removeLast(min(left.count, Self.sliceCount))
        rights = left
    }

    /// Outside the gate.
    /// - Returns: the next part, when there is enough for one; not the last.
    mutating func nextPart() -> SnapshotPart? {
        if isOver || records.byteCount < Self.partByteCount { return nil }
        return sealPart(endingWith: nil)
    }

    /// When it is over. Outside the gate.
    /// - Parameter newest: the entry with which the log holds every change that was made before the walk ended.
    mutating func lastPart(through newest: UInt64) -> SnapshotPart {
        let count = UInt32(clamping: newest - number)
        return sealPart(endingWith: SnapshotEnd(logChain: logChain, entryCount: count))
    }

    private mutating func sealPart(endingWith end: SnapshotEnd?) -> SnapshotPart {
        let (part, chain) = SnapshotPart.seal(records, part: partCount, of: number, after: chain, endingWith: end)
        self.chain = chain
        partCount += 1
        recordCount += records.count
        byteCount += part.bytes.count
        records.removeAll()
        return part
    }
}
