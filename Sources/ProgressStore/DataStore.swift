import ProgressCore
package import ProgressJournal
import ProgressRecords
package import ProgressRegistry
package import ProgressTelemetry
import ProgressWire

/// The restored content of a data directory: trees and rights of the last run, and the journal that continues it.
package struct DataStore: ~Copyable {
    private let state: RegistryState
    private let run: RunRecord
    private var journal: Journal
    private let recordCount: Int
    private let wasCleanlyClosed: Bool
    private let cut: Recovery.Cut?

    /// Opens `path`, logs its content, and saves that a run has begun, before any request is answered.
    /// - Returns: the registry that continues with it, and the recorder that saves its changes.
    package static func start(
        path: String,
        _ configuration: Configuration,
        _ tokens: TokenSet,
        epoch: [UInt8],
        at now: Int64,
        _ log: ServiceLog
    ) throws(JournalError) -> (registry: ProgressRegistry, recorder: Recorder) {
        let store = try open(path: path, limits: configuration.limits, tokens: tokens, at: now)
        log.restored(records: store.recordCount, from: path, wasCleanlyClosed: store.wasCleanlyClosed)
        if let cut = store.cut { log.cut(cut) }
        let registry = ProgressRegistry(store.state, epoch: epoch)
        let run = store.run
        var journal = store.journal
        var group = GroupBuffer()
        run.append(to: &group)
        try journal.append(group)
        try journal.sync()
        return (registry, Recorder(journal, run, configuration.durability, registry, log))
    }

    /// Opens, checks and restores; if it throws, nothing has changed.
    private static func open(
        path: String,
        limits: ProgressLimits,
        tokens: TokenSet,
        at now: Int64
    ) throws(JournalError) -> DataStore {
        let recovery = try Recovery(path: path, settings: JournalSettings(fitting: path))
        let (recordCount, wasCleanlyClosed, cut) = (recovery.recordCount, recovery.wasCleanlyClosed, recovery.cut)
        var before = RunRecord()
        try recovery.forEachRecord { record throws(RecordDamage) in
            guard record.kind == RecordKind.run.rawValue else { return }
            before = try record.reading { bytes throws(RecordError) in try RunRecord(bytes) }
        }
        let run = before.next(wasCleanlyClosed: wasCleanlyClosed)
        var reading = StoreReading(run, Restoration(limits: limits, nodeCount: recordCount))
        try recovery.forEachRecord { record throws(RecordDamage) in try reading.add(record) }
        let holdsTokens = !reading.tokensInClear.isEmpty
        let state = try reading.finish(path: path, tokens, at: now)
        var journal = try recovery.start()
        if holdsTokens { journal.requestRotation() }
        return DataStore(
            state: state,
            run: run,
            journal: journal,
            recordCount: recordCount,
            wasCleanlyClosed: wasCleanlyClosed,
            cut: cut
        )
    }
}

/// Collects the records of a data directory.
private struct StoreReading: ~Copyable {
    private let run: RunRecord
    private var restoration: Restoration
    private var reservations: [Reservation] = []
    private var rights: [RightRecord] = []
    private var digests: [ProgressID: BodyDigest] = [:]
    /// Tokens of reservations whose records have an older form.
    private(set) var tokensInClear: [(ProgressID, key: ProgressID)] = []

    init(_ run: RunRecord, _ restoration: consuming Restoration) {
        self.run = run
        self.restoration = restoration
    }

    mutating func add(_ record: StoredRecord) throws(RecordDamage) {
        let id = ProgressID(record.id)
        switch try record.knownKind() {
        case .run: break
        case .progress:
            var one = try record.reading { bytes throws(RecordError) in try ProgressRecord(bytes, of: id) }
            one.stored.version += run.versionGap(since: one.uncleanEndCount)
            if let words = one.bodyDigest { digests[id] = BodyDigest(words) }
            do { try restoration.add(one.stored) } catch { throw record.damaged("\(error)") }
        case .reservation:
            let reservation = try record.reservation()
            if reservation.key != id { tokensInClear.append((id, key: reservation.key)) }
            reservations.append(reservation)
        case .pastRun:
            let run = try record.reading { bytes throws(RecordError) in try PastRunRecord.read(bytes, of: id) }
            restoration.add(run.item, of: run.name)
        case .right: rights.append(try record.reading { bytes throws(RecordError) in try RightRecord(bytes) })
        }
    }

    consuming func finish(path: String, _ tokens: TokenSet, at now: Int64) throws(JournalError) -> RegistryState {
        let (reservations, rights, digests, tokensInClear) = (reservations, rights, digests, tokensInClear)
        let tree: ProgressTree
        do {
            tree = try restoration.finish(reservations, sequence: run.sequence, ordinal: run.ordinal, at: now)
        } catch {
            throw .damaged(path: path, offset: 0, what: "\(error)")
        }
        let state = RegistryState(restored: tree)
        state.digests = CreateDigests(digests)
        state.access.restore(rights, tokens, state.tree, at: now)
        state.tree.beginRecording()
        for (token, key) in tokensInClear { state.tree.noteReservation(key, savedAs: token) }
        return state
    }
}
