import ProgressCore
import ProgressLog
import ProgressRecords
import ProgressRegistry
import ProgressWire

/// All that a log holds, put together: trees and rights as the writer has them.
struct LogContent {
    let state: RegistryState
    let history: LogHistory
    let recordCount: Int

    /// - Throws: `.damaged`.
    init(
        _ groups: borrowing LiveGroups,
        limits: ProgressLimits,
        _ tokens: TokenSet,
        at now: Int64
    ) throws(LogFailure) {
        var history = LogHistory()
        try groups.forEachRecord { record throws(UnreadableRecord) in try history.note(record) }
        var restored = RestoredRecords(history.run, Restoration(limits: limits, nodeCount: groups.count))
        try groups.forEachRecord { record throws(UnreadableRecord) in try restored.add(record) }
        history.noteTime(restored.newestTime)
        do { state = try restored.finish(tokens, at: now, following: true) } catch {
            throw .damaged("the log holds no whole trees: \(error)")
        }
        self.history = history
        recordCount = groups.count
    }
}
