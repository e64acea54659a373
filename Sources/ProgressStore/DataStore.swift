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
        let form = configuration.recordForm.map { RecordForm(rawValue: $0) } ?? .newest
        let store = try open(path: path, limits: configuration.limits, tokens: tokens, writing: form, at: now)
        log.restored(records: store.recordCount, from: path, wasCleanlyClosed: store.wasCleanlyClosed)
        if let cut = store.cut { log.cut(cut) }
        let registry = ProgressRegistry(store.state, epoch: epoch)
        let run = store.run
        var journal = store.journal
        var group = GroupBuffer()
        run.append(to: &group)
        try journal.append(group)
        try journal.sync()
        return (registry, Recorder(journal, run, form, configuration.durability, registry, log))
    }

    /// Opens, checks and restores; if it throws, nothing has changed.
    private static func open(
        path: String,
        limits: ProgressLimits,
        tokens: TokenSet,
        writing form: RecordForm,
        at now: Int64
    ) throws(JournalError) -> DataStore {
        let recovery = try Recovery(path: path, settings: JournalSettings(fitting: path))
        let (recordCount, wasCleanlyClosed, cut) = (recovery.recordCount, recovery.wasCleanlyClosed, recovery.cut)
        var before = RunRecord()
        try recovery.forEachRecord { record throws(UnreadableRecord) in
            guard record.kind == RecordKind.run.rawValue else { return }
            before = try record.reading { bytes throws(RecordError) in try RunRecord(bytes) }
        }
        let run = before.next(wasCleanlyClosed: wasCleanlyClosed)
        var restored = RestoredRecords(run, Restoration(limits: limits, nodeCount: recordCount))
        try recovery.forEachRecord { record throws(UnreadableRecord) in try restored.add(record) }
        let tokensInClear = restored.tokensInClear
        let state: RegistryState
        do { state = try restored.finish(tokens, at: now) } catch {
            throw .damaged(path: path, offset: 0, what: "\(error)")
        }
        state.tree.beginRecording()
        for (token, key) in tokensInClear { state.tree.noteReservation(key, savedAs: token) }
        state.endUnlisted(at: now) { tokens.permit($0) != nil }
        var journal = try recovery.start(writing: form)
        if !tokensInClear.isEmpty { journal.requestRotation() }
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
