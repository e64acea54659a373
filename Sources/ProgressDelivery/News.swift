import MicroHTTPD
import ProgressCore
import ProgressStreams

/// The changes of one node since its last announcement, for every stream that selects it.
struct News {
    let snapshot: ProgressSnapshot
    let summary: ProgressSummary?
    let item: Pace.Item
    let contents: Contents
    /// The node at each change of its state except the last.
    private let earlier: ArraySlice<ProgressSnapshot>
    private let holdings: Holdings
    private let now: UInt64

    /// The limits of every promise while the node is announced.
    struct Holdings {
        /// Every change up to this stamp was collected.
        let taken: UInt64
        /// The oldest change of any other node that the pace holds back.
        let paced: UInt64?
        /// The oldest change that a summary does not show yet.
        let hidden: UInt64?
    }

    init(
        _ item: Pace.Item,
        _ snapshot: ProgressSnapshot,
        _ summary: ProgressSummary?,
        _ holdings: Holdings,
        now: UInt64
    ) {
        self.snapshot = snapshot
        self.summary = summary
        self.item = item
        self.holdings = holdings
        self.now = now
        contents = Contents(telling: item.kinds)
        earlier = item.moments.dropLast()
    }

    var id: ProgressID { snapshot.id }
    /// The usual case: nothing but counts changed.
    var isProgressAlone: Bool { contents == .progress && earlier.isEmpty && !item.isSummaryOnly }

    /// Sends the node's events to a stream, or makes the stream owe them.
    func tell(_ stream: OpenStream, through outbox: inout Outbox) -> Subscription.Hearing {
        var contents = contents
        let hearing = stream.subscription.hear(
            &contents,
            of: id,
            stamp: item.stamp,
            newest: stream.wantsSummary ? max(item.newest, item.newestBelow) : item.newest,
            now: now,
            isBehind: stream.socket.isBehind
        )
        switch hearing {
        case .nothing, .owed: break
        case .tellNow:
            tellEarlier(stream, &outbox)
            tell(contents, to: stream, &outbox)
        case .tellLatest: tell(contents, to: stream, &outbox)
        }
        return hearing
    }

    /// Sends the states that came and went since the last announcement, to readers that keep up.
    private func tellEarlier(_ stream: OpenStream, _ outbox: inout Outbox) {
        for moment in earlier where stream.isKeepingUp {
            var rest = Contents.change(ofStateTo: moment)
            while stream.isKeepingUp, let kind = rest.popFirst() {
                send(kind, moment, promise: promise(for: stream, isComplete: false), to: stream, &outbox)
            }
        }
    }

    /// Sends the events in the order that a progress bar needs; the stream owes what its socket rejects.
    private func tell(_ contents: Contents, to stream: OpenStream, _ outbox: inout Outbox) {
        var rest = contents
        while stream.isKeepingUp, let kind = rest.popFirst() {
            let promise = promise(for: stream, isComplete: rest.isEmpty)
            send(kind, snapshot, promise: promise, to: stream, &outbox)
        }
        stream.subscription.owe(rest, of: id, stamp: item.stamp)
        stream.subscription.noteSent(id, now: now)
    }

    private func send(
        _ kind: EventKind,
        _ moment: ProgressSnapshot,
        promise: UInt64,
        to stream: OpenStream,
        _ outbox: inout Outbox
    ) {
        // Two calls, because a summary is large to copy.
        if stream.wantsSummary {
            _ = outbox.send(kind, moment, summary, promise: promise, to: stream, now: now)
        } else {
            _ = outbox.send(kind, moment, nil, promise: promise, to: stream, now: now)
        }
    }

    /// - Parameter isComplete: whether this is the node's last event; only that one covers the change itself.
    private func promise(for stream: OpenStream, isComplete: Bool) -> UInt64 {
        let held = stream.singleNode == nil ? holdings.paced : nil
        let promise = stream.promise(taken: holdings.taken, held: held, hidden: holdings.hidden)
        return isComplete ? promise : min(promise, item.stamp - 1)
    }
}
