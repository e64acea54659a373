package import ProgressTelemetry

/// The state of the disk at one moment; all zero without a data directory.
package struct StorageReading {
    package var syncs = HistogramReading(bounds: StorageStatus.syncBounds, counts: [], sum: 0)
    package var waitingReplies = 0
    package var isRefusing = false
    /// Milliseconds since the oldest change that may not be safe.
    package var delay = 0

    package init(_ status: StorageStatus?, now: UInt64) {
        syncs.counts = Array(repeating: 0, count: syncs.bounds.count + 1)
        guard let status else { return }
        syncs = status.syncs.reading
        waitingReplies = status.waitingCount
        isRefusing = status.refusal != nil
        delay = Int(status.delay(now: now) / 1_000_000)
    }
}
