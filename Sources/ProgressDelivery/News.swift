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
            let open = min(promise(for: stream), item.stamp - 1)
            send(.change(ofStateTo: moment), moment, open: open, closing: open, to: stream, &outbox)
        }
    }

    /// Sends the events in the order that a progress bar needs; the stream owes them if its socket is full by now.
    private func tell(_ contents: Contents, to stream: OpenStream, _ outbox: inout Outbox) {
        if stream.isKeepingUp {
            let closing = promise(for: stream)
            let open = min(closing, item.stamp - 1)
            send(contents, snapshot, open: open, closing: closing, to: stream, &outbox)
        } else {
            stream.subscription.owe(contents, of: id, stamp: item.stamp)
        }
        stream.subscription.noteSent(id, now: now)
    }

    private func send(
        _ contents: Contents,
        _ moment: ProgressSnapshot,
        open: UInt64,
        closing: UInt64,
        to stream: OpenStream,
        _ outbox: inout Outbox
    ) {
        // Two calls, because a summary is large to copy.
        if stream.wantsSummary {
            outbox.send(contents, moment, summary, open: open, closing: closing, to: stream, now: now)
        } else {
            outbox.send(contents, moment, nil, open: open, closing: closing, to: stream, now: now)
        }
    }

    /// What the node's last event promises; the others do not cover the change itself.
    private func promise(for stream: OpenStream) -> UInt64 {
        let held = stream.singleNode == nil ? holdings.paced : nil
        return stream.promise(taken: holdings.taken, held: held, hidden: holdings.hidden)
    }
}
