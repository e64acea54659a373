import ProgressCore

/// A copy of a file with everything that its descriptions can contain: name, amount, total, rate and remaining time.
struct Described {
    static let totalByteCount: Int64 = 3_220_000_000
    static let bytesPerSecond: Int64 = 2_000
    static let fileName = "Text Edit"

    let completedByteCount: Int64
    let secondsRemaining: Int64

    /// A different state at each step, as in a stream.
    init(step: Int) {
        completedByteCount = 1_000_000_000 + Int64(step % 200) * 10_000_000
        secondsRemaining = 61 + Int64(step % 50)
    }

    var snapshot: ProgressSnapshot {
        let id = ProgressID(high: 1, low: 2)
        var snapshot = ProgressSnapshot(id: id, rootID: id)
        snapshot.totalUnitCount = Self.totalByteCount
        snapshot.completedUnitCount = completedByteCount
        snapshot.throughput = Double(Self.bytesPerSecond)
        snapshot.estimatedTimeRemaining = Double(secondsRemaining)
        var details = ProgressDetails()
        details.kind = "file"
        details.fileOperationKind = "copying"
        details.fileURL = "file:///tmp/Text%20Edit/"
        snapshot.details = details
        return snapshot
    }
}
