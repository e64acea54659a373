import ProgressCore
import ProgressRecords
import ProgressRegistry
import ProgressWire

/// The newest record of each key of a data directory or a log, put together again.
struct RestoredRecords: ~Copyable {
    private let run: RunRecord
    private var restoration: Restoration
    private var reservations: [Reservation] = []
    private var rights: [RightRecord] = []
    private var digests: [ProgressID: BodyDigest] = [:]
    private var keys: [(id: ProgressID, key: CreateKey)] = []
    /// The newest time in any of the nodes; milliseconds since 1970.
    private(set) var newestTime: Int64 = 0
    /// Tokens of reservations whose records have an older form.
    private(set) var tokensInClear: [(ProgressID, key: ProgressID)] = []

    /// - Parameter run: the run that continues with them.
    init(_ run: RunRecord, _ restoration: consuming Restoration) {
        self.run = run
        self.restoration = restoration
    }

    mutating func add(_ record: StoredRecord) throws(UnreadableRecord) {
        let id = ProgressID(record.id)
        switch try ReadRecord(record, of: run) {
        case .context: break
        case .progress(let stored, let digest, let key):
            newestTime = max(newestTime, stored.newestTime)
            if let digest { digests[id] = digest }
            if let key { keys.append((id, key)) }
            do { try restoration.add(stored) } catch { throw record.damaged("\(error)") }
        case .reservation(let reservation):
            if reservation.key != id { tokensInClear.append((id, key: reservation.key)) }
            reservations.append(reservation)
        case .pastRun(let item, let name): restoration.add(item, of: name)
        case .right(let right): rights.append(right)
        }
    }

    /// - Parameter follows: another replica is the writer; nothing that time brings begins here.
    /// - Throws: if the records are no set of trees.
    consuming func finish(
        _ tokens: TokenSet,
        at now: Int64,
        following follows: Bool = false
    ) throws(RestoreError) -> RegistryState {
        let (reservations, rights, digests, keys) = (reservations, rights, digests, keys)
        let tree = try restoration.finish(
            reservations,
            sequence: run.sequence,
            ordinal: run.ordinal,
            at: follows ? nil : now
        )
        let state = RegistryState(restored: tree)
        state.digests = CreateDigests(digests)
        state.keys = CreateKeys(keys)
        state.access.restore(rights, tokens, state.tree, at: now)
        if follows { state.beginFollowing() }
        return state
    }
}

extension StoredProgress {
    /// Milliseconds since 1970.
    var newestTime: Int64 { max(createdAt, updatedAt, treeWrittenAt, finishedAt, endedAt) }
}
