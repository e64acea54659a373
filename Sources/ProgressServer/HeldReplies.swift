import MicroHTTPD
import Platform
import ProgressHTTP
import ProgressRegistry
import ProgressStore

/// The replies of one reactor that wait until their writes are safe on disk. On its reactor's thread only.
final class HeldReplies {
    private let recorder: Recorder
    private let registry: ProgressRegistry
    private let reactor: Int
    /// In the order of their groups.
    private var replies: [HeldReply] = []

    init(_ recorder: Recorder, _ registry: ProgressRegistry, reactor: Int) {
        self.recorder = recorder
        self.registry = registry
        self.reactor = reactor
    }

    /// Why no write is accepted now; nil if writes are accepted.
    var refusal: StorageStatus.Refusal? { recorder.status.refusal }

    /// The group that a reply with this status waits for; nil if it may go at once.
    func groupToAwait(status: Int) -> UInt64? {
        guard Self.revealsChanges(status), recorder.status.holdsReplies(now: MonotonicClock.now()) else { return nil }
        let group = registry.enter(from: reactor) { $0.newestGroup }
        return group <= recorder.status.durableGroup ? nil : group
    }

    /// Whether a reply can reveal a change that is not safe yet. A refusal can: that a progress was removed before (404),
    /// or failed before (409).
    private static func revealsChanges(_ status: Int) -> Bool { status < 400 || [404, 409, 412, 422].contains(status) }

    func hold(_ response: Response, until group: UInt64, _ kind: CallKind, _ exchange: Exchange) -> HeldReply {
        let held = HeldReply(response, group, kind, exchange)
        response.beginUse()
        replies.append(held)
        recorder.status.replyWaits()
        recorder.hurry()
        return held
    }

    /// Resumes the exchanges whose group is safe, or cannot be saved for now.
    func release() {
        if replies.isEmpty { return }
        let status = recorder.status
        let isStuck = status.isStuck
        let durable = status.durableGroup
        let count = isStuck ? replies.count : replies.prefix { $0.group <= durable }.count
        for held in replies.prefix(count) {
            status.replyWaitsNoMore()
            if let exchange = held.exchange { exchange.resume() } else { held.response.endUse() }
        }
        replies.removeFirst(count)
    }

    /// Ends the wait of a released reply.
    /// - Returns: why its write is not safe; nil if it is.
    func finish(_ held: HeldReply) -> StorageStatus.Refusal? {
        held.response.endUse()
        return held.group <= recorder.status.durableGroup ? nil : refusal ?? .failing
    }
}
