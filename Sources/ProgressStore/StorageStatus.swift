import ProgressRegistry
import ProgressTelemetry
import Synchronization

/// The state of the disk, for the reactors. Any thread.
package final class StorageStatus: Sendable {
    /// Why writes are refused.
    package enum Refusal: Int {
        /// No space is left ahead. Acknowledged changes still find room, or wait in memory for it.
        case full = 1
        /// Writes or syncs fail.
        case failing = 2
    }

    let durability: Durability
    /// Time to write and sync a group, noted by the recorder.
    let syncs = Histogram(bounds: StorageStatus.syncBounds)
    // A reactor that begins to wait and the recorder each write one of these and then read the other's. Without one order
    // for all of them each could miss the other, and a reply would never go.
    private let durable = Atomic<UInt64>(0)
    private let caughtUp = Atomic<UInt64>(.max)
    private let refused = Atomic<Int>(0)
    private let waiting = Atomic<Int>(0)
    private let stuck = Atomic<Bool>(false)
    private let losses = Atomic<UInt64>(0)
    private let following = Atomic<Bool>(false)

    /// Nanoseconds.
    static let syncBounds = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 5_000].map { $0 * 1_000_000 }

    init(_ durability: Durability) { self.durability = durability }

    /// The newest group of changes that is safe.
    package var durableGroup: UInt64 { durable.load(ordering: .sequentiallyConsistent) }

    /// Why writes are refused now; nil while they are accepted.
    package var refusal: Refusal? { Refusal(rawValue: refused.load(ordering: .sequentiallyConsistent)) }

    /// Whether the last attempt to save a group failed. Writes may be refused before: acknowledged ones are saved as long
    /// as there is room for them.
    package var isStuck: Bool { stuck.load(ordering: .sequentiallyConsistent) }

    /// Grows when this replica stops being the writer: groups that were not safe then never will be.
    package var lossCount: UInt64 { losses.load(ordering: .sequentiallyConsistent) }

    /// The number of replies that wait for a sync.
    var waitingCount: Int { waiting.load(ordering: .sequentiallyConsistent) }

    /// Nanoseconds since the oldest change that may not be safe; 0 if all are.
    func delay(now: UInt64) -> UInt64 {
        let caughtUp = caughtUp.load(ordering: .relaxed)
        return caughtUp < now ? now - caughtUp : 0
    }

    /// Whether a reply waits until its write is safe: always with `commit`, else while a crash could lose more than the
    /// last second, or this replica follows another: then nothing will be saved here.
    package func holdsReplies(now: UInt64) -> Bool {
        durability == .commit || delay(now: now) > Self.longestDelay
            || following.load(ordering: .sequentiallyConsistent)
    }

    /// A second, less the time that it takes to notice.
    private static let longestDelay: UInt64 = 800_000_000

    // MARK: For the recorder

    func noteDurable(_ group: UInt64) { durable.store(group, ordering: .sequentiallyConsistent) }

    /// Everything that was changed before `time` is safe. Monotonic nanoseconds.
    func noteCaughtUp(_ time: UInt64) { caughtUp.store(time, ordering: .relaxed) }

    func refuse(_ refusal: Refusal?) { refused.store(refusal?.rawValue ?? 0, ordering: .sequentiallyConsistent) }

    func noteStuck(_ isStuck: Bool) { stuck.store(isStuck, ordering: .sequentiallyConsistent) }

    /// Call it before the trees are replaced: whoever executed a write before that finds the count changed after it.
    package func noteLoss() { losses.add(1, ordering: .sequentiallyConsistent) }

    /// Whether the trees follow those of another replica. Before they do.
    func noteFollowing(_ follows: Bool) { following.store(follows, ordering: .sequentiallyConsistent) }

    // MARK: For the reactors

    package func replyWaits() { waiting.add(1, ordering: .sequentiallyConsistent) }
    package func replyWaitsNoMore() { waiting.subtract(1, ordering: .relaxed) }
}
