import MicroHTTPD
import ProgressCore
import ProgressStreams

/// The changes of one node since its last announcement, for every stream that selects it. A class: it is passed on for
/// each stream.
final class News {
    let id: ProgressID
    private let place: NodeIndex
    private let shown: ShownNode
    let item: Pace.Item
    let contents: Contents
    /// The node at each change of its state except the last.
    private let earlier: [ShownNode]
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
        at place: NodeIndex,
        _ summary: ProgressSummary?,
        _ holdings: Holdings,
        now: UInt64
    ) {
        id = snapshot.id
        self.place = place
        shown = ShownNode(snapshot, summary)
        self.item = item
        self.holdings = holdings
        self.now = now
        contents = Contents(telling: item.kinds)
        earlier = item.moments.dropLast().map { ShownNode($0, summary) }
        isOneEvent = contents.isOneKind && earlier.isEmpty
    }

    /// Whether no stream gets more than one event of it.
    private let isOneEvent: Bool

    /// The usual case: nothing but counts changed.
    var isProgressAlone: Bool { contents == .progress && earlier.isEmpty && !item.isSummaryOnly }

    /// Sends the node's events to a stream, by the outbox's next `sendWave` at the latest, or makes the stream owe them.
    func tell(_ stream: OpenStream, through outbox: inout Outbox) -> Subscription.Hearing {
        var contents = contents
        let hearing = stream.subscription.hear(
            &contents,
            of: id,
            at: place,
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
        if earlier.isEmpty { return }
        for moment in earlier where !stream.socket.isBehind {
            let open = max(stream.promised, min(promise(for: stream), item.stamp - 1))
            let contents = Contents.change(ofStateTo: moment.snapshot)
            outbox.send(contents, moment, open: open, closing: open, inWave: false, to: stream, now: now)
        }
    }

    /// Sends the events in the order that a progress bar needs; the stream owes them if its socket is full by now.
    private func tell(_ contents: Contents, to stream: OpenStream, _ outbox: inout Outbox) {
        if !stream.socket.isBehind {
            let closing = promise(for: stream)
            let open = isOneEvent ? closing : max(stream.promised, min(closing, item.stamp - 1))
            outbox.send(contents, shown, open: open, closing: closing, inWave: isOneEvent, to: stream, now: now)
        } else {
            stream.subscription.owe(contents, of: id, stamp: item.stamp)
        }
        stream.subscription.noteSent(id, now: now)
    }

    /// The stamp that the node's last event promises. Earlier events promise less, as they do not include this change.
    private func promise(for stream: OpenStream) -> UInt64 {
        // Usually nothing is held; then `singleNode`, which is in another cache line, is not read.
        let held = holdings.paced == nil || stream.singleNode != nil ? nil : holdings.paced
        return stream.promise(taken: holdings.taken, held: held, hidden: holdings.hidden)
    }
}

/// A node as events show it: its state at one moment and, for streams that want it, its summary. One reference, because
/// both are large to copy.
final class ShownNode {
    let snapshot: ProgressSnapshot
    let summary: ProgressSummary?

    init(_ snapshot: ProgressSnapshot, _ summary: ProgressSummary? = nil) {
        self.snapshot = snapshot
        self.summary = summary
    }
}
