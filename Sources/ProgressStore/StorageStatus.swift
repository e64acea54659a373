import ProgressRegistry
import ProgressTelemetry
import Synchronization

/// How it stands with the disk, as the reactors see it. Any thread.
package final class StorageStatus: Sendable {
    /// Why no write is taken.
    package enum Refusal: Int {
        /// There is no space: what was acknowledged still finds room, or waits in memory for it.
        case full = 1
        /// The disk does not do what it is told.
        case failing = 2
    }

    let durability: Durability
    /// How long the groups took, noted by the recorder.
    let syncs = Histogram(bounds: StorageStatus.syncBounds)
    // Who begins to wait and who makes safe each write one of these and then read the other's: without one order for all
    // of them each could miss the other, and a reply would stay.
    private let durable = Atomic<UInt64>(0)
    private let caughtUp = Atomic<UInt64>(.max)
    private let refused = Atomic<Int>(0)
    private let waiting = Atomic<Int>(0)
    private let stuck = Atomic<Bool>(false)

    /// Nanoseconds.
    static let syncBounds = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 5_000].map { $0 * 1_000_000 }

    init(_ durability: Durability) { self.durability = durability }

    /// The newest group of changes that is safe.
    package var durableGroup: UInt64 { durable.load(ordering: .sequentiallyConsistent) }

    /// Why writes are refused now; nil: they are taken.
    package var refusal: Refusal? { Refusal(rawValue: refused.load(ordering: .sequentiallyConsistent)) }

    /// Whether a group could not be saved when that was tried last. Writes may be refused before that: as long as there is
    /// room for what was taken, it is saved.
    package var isStuck: Bool { stuck.load(ordering: .sequentiallyConsistent) }

    /// How many replies wait for a sync.
    var waitingCount: Int { waiting.load(ordering: .sequentiallyConsistent) }

    /// Nanoseconds since the oldest change that may not be safe; 0: all are.
    func delay(now: UInt64) -> UInt64 {
        let caughtUp = caughtUp.load(ordering: .relaxed)
        return caughtUp < now ? now - caughtUp : 0
    }

    /// Whether a reply to a write waits until the write is safe: always, or because the disk is so slow that more than
    /// the last second could be lost.
    package func holdsReplies(now: UInt64) -> Bool { durability == .commit || delay(now: now) > Self.longestDelay }

    /// Less than a second by the time that it takes to notice.
    private static let longestDelay: UInt64 = 800_000_000

    // MARK: For the recorder

    func noteDurable(_ group: UInt64) { durable.store(group, ordering: .sequentiallyConsistent) }

    /// Everything that was changed before `time` is safe. Monotonic nanoseconds.
    func noteCaughtUp(_ time: UInt64) { caughtUp.store(time, ordering: .relaxed) }

    func refuse(_ refusal: Refusal?) { refused.store(refusal?.rawValue ?? 0, ordering: .sequentiallyConsistent) }

    func noteStuck(_ isStuck: Bool) { stuck.store(isStuck, ordering: .sequentiallyConsistent) }

    // MARK: For the reactors

    package func replyWaits() { waiting.add(1, ordering: .sequentiallyConsistent) }
    package func replyWaitsNoMore() { waiting.subtract(1, ordering: .relaxed) }
}
