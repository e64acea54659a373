import MicroHTTPD
import ProgressCore
import ProgressRegistry
import ProgressStreams

/// From the mailbox to the pace and the subscriptions.
extension EventBroker {
    /// Runs `body` on the registry at a moment when every move has been heard.
    /// - Returns: nil if the slice ends first, or all streams have to begin again.
    func look<Value>(_ slice: TimeSlice, _ body: (RegistryState) -> Value) -> Value? {
        while true {
            if let value = inbox.look(body) {
                while let mark = inbox.nextMark() { hear(mark) }
                return value
            }
            if inbox.isOutdated || !hear(slice) { return nil }
        }
    }

    /// Hears all collected mail.
    /// - Returns: false if the slice ended first; then nothing may be looked up.
    func hear(_ slice: TimeSlice) -> Bool {
        var count = 0
        repeat {
            while let mark = inbox.nextMark() {
                hear(mark)
                count += 1
                if count % Self.marksAtOnce == 0 && slice.isOver { return inbox.isEmpty }
            }
            if let move = inbox.nextMove() { hear(move) }
            if slice.isOver { return inbox.isEmpty }
        } while !inbox.isEmpty
        return true
    }

    private static let marksAtOnce = 256

    private func hear(_ mark: Mark) {
        let isMerged = pace.hold(mark.id, mark.kinds, stamps: mark.stamps, moments: mark.moments, now: now)
        if isMerged { metrics.add(to: .merged) }
        if audience.summaryCount > 0 { holdSummaries(above: mark) }
    }

    /// A change below a node is news for streams with a summary of that node, at the node's own pace.
    private func holdSummaries(above mark: Mark) {
        let (path, rootDetails) = inbox.enter { $0.path(above: mark.id) }
        for id in audience.showsSummary(ofPath: path, rootDetails: rootDetails) {
            pace.holdSummary(of: id, stamps: mark.stamps, now: now)
        }
    }

    private func hear(_ move: Move) {
        if let taken = move.takenName { return hear(taken, stamp: move.stamp) }
        announcementCount += 1
        var move = move
        // The node is gone: readers that keep up get its last states.
        if move.after == nil, let item = pace.take(move.id) {
            move.earlier = item.moments.flatMap { Contents.change(ofStateTo: $0).events(showing: $0) }
        }
        if move.after == nil, !waitingRoom.isEmpty { waitingRoom.noteGone(move.id, last: move.lastSnapshot) }
        waitingRoom.resume(for: move.id, below: (move.before?.watchedTops ?? []) + (move.after?.watchedTops ?? []))
        audience.forEachStream(concernedBy: move) { stream in
            guard stream.lastDelivery != announcementCount, !stream.isClosed else { return }
            stream.lastDelivery = announcementCount
            stream.subscription.apply(move, keepsUp: !stream.socket.isBehind) { [inbox] id in
                inbox.enter { $0.isWithin(id, move.id) }
            }
            relieve(stream, heard: move.stamp - 1)
            if !stream.socket.isBehind { drains.schedule(stream) }
        }
    }

    /// The streams by that name go over to the node that has it now; requests that wait by name are asked again.
    private func hear(_ taken: NameChange, stamp: UInt64) {
        if let old = taken.from { waitingRoom.resume(for: old, below: []) }
        for stream in audience.ofName(taken.name) {
            audience.remove(stream)
            let handover = inbox.goOver(stream, taken, stamp: stamp)
            audience.insert(stream)
            stream.marks.isResting = false
            if let handover { goOver(stream, handover, stamp: stamp) }
        }
    }

    private func goOver(_ stream: OpenStream, _ handover: NameHandover, stamp: UInt64) {
        var last: [StreamEvent] = []
        if let old = handover.replaced, !stream.socket.isBehind {
            last = pace.moments(of: old).flatMap { Contents.change(ofStateTo: $0).events(showing: $0) }
        }
        stream.subscription.goOver(handover, last: last, stamp: stamp)
        relieve(stream, heard: stamp - 1)
        if !stream.socket.isBehind { drains.schedule(stream) }
    }

    /// If a stream owes too much, it walks over what it selects, or its reader starts over.
    /// - Parameter heard: every change up to this stamp was heard.
    func relieve(_ stream: OpenStream, heard: UInt64) {
        if stream.subscription.mustStartOver {
            startOver(stream)
        } else if stream.subscription.mustCollapse {
            collapse(stream, heard: heard)
        }
    }

    /// Too many nodes left while the reader was behind: it gets `reset` and a fresh opening.
    func startOver(_ stream: OpenStream) {
        metrics.add(to: .resets)
        stream.subscription.open(inbox.reopen(stream))
    }

    /// Its reader is in the place of one that returned with the id that it would be sent now.
    func collapse(_ stream: OpenStream, heard: UInt64) {
        metrics.add(to: .collapses)
        let hidden = stream.wantsSummary ? summaries.oldestStamp : nil
        let held = min(pace.oldestStamp() ?? .max, hidden ?? .max)
        inbox.collapse(stream, heard: min(heard, inbox.taken), held: held == .max ? nil : held)
    }
}

extension Move {
    /// The state in which a node that is gone had ended; nil if it had not, or its state was not kept.
    fileprivate var lastSnapshot: ProgressSnapshot? {
        for case .node(_, let snapshot) in (earlier + last).reversed() {
            return snapshot.endedAt == nil ? nil : snapshot
        }
        return nil
    }
}

extension RegistryState {
    /// Whether a node that is there is `top` or below it.
    fileprivate func isWithin(_ id: ProgressID, _ top: ProgressID) -> Bool {
        (try? tree.find(id)).map { tree.forest.isWithin($0, top) } ?? false
    }

    /// The ancestors of a node, root first, and the root's details; empty if the node is gone.
    fileprivate func path(above id: ProgressID) -> (path: [ProgressID], rootDetails: DetailsBox?) {
        guard let index = try? tree.find(id) else { return ([], nil) }
        var path: [ProgressID] = []
        var current = index
        while let parent = tree.forest.parent(of: current) {
            path.append(tree.forest.id(of: parent))
            current = parent
        }
        return (path.reversed(), tree.forest.details(of: current))
    }
}
