import MicroHTTPD
import ProgressCore
import ProgressRegistry
import ProgressStreams

/// From the mailbox to the pace and the subscriptions.
extension EventBroker {
    /// Looks into the registry at a moment up to which every move was heard.
    /// - Returns: nil if that takes longer than the slice.
    func look<Value>(_ slice: TimeSlice, _ body: (RegistryState) -> Value) -> Value? {
        while true {
            if let value = inbox.look(body) {
                while let mark = inbox.nextMark() { hear(mark) }
                return value
            }
            if !hear(slice) { return nil }
        }
    }

    /// Hears all mail that was taken.
    /// - Returns: whether it came to the end; else the slice is over, and nothing may be looked up.
    func hear(_ slice: TimeSlice) -> Bool {
        var count = 0
        while let mark = inbox.nextMark() {
            hear(mark)
            count += 1
            if count % Self.marksAtOnce == 0 && slice.isOver { return inbox.isEmpty }
        }
        while let move = inbox.nextMove() {
            hear(move)
            if slice.isOver { return !inbox.hasMoves }
        }
        return true
    }

    private static let marksAtOnce = 256

    private func hear(_ mark: Mark) {
        let isMerged = pace.hold(mark.id, mark.kinds, stamps: mark.stamps, moments: mark.moments, now: now)
        if isMerged { metrics.add(to: .merged) }
        if audience.summaryCount > 0 { holdSummaries(above: mark) }
    }

    /// Streams that carry a summary are told when something below their nodes changed, at the pace of those nodes.
    private func holdSummaries(above mark: Mark) {
        let (path, rootDetails) = inbox.enter { $0.path(above: mark.id) }
        for id in audience.showsSummary(ofPath: path, rootDetails: rootDetails) {
            pace.holdSummary(of: id, stamps: mark.stamps, now: now)
        }
    }

    private func hear(_ move: Move) {
        announcementCount += 1
        var move = move
        // It is gone: readers that keep up get its last moments.
        if move.after == nil, let item = pace.take(move.id) {
            move.last = item.moments.flatMap { Contents.change(ofStateTo: $0).events(showing: $0) } + move.last
        }
        waitingRoom.resume(for: move.id, below: (move.before?.watchedTops ?? []) + (move.after?.watchedTops ?? []))
        audience.forEachStream(concernedBy: move) { stream in
            guard stream.lastDelivery != announcementCount, !stream.isClosed else { return }
            stream.lastDelivery = announcementCount
            stream.subscription.apply(move, keepsUp: !stream.socket.isBehind)
            if stream.subscription.mustStartOver { startOver(stream) }
            if !stream.socket.isBehind { drains.schedule(stream) }
        }
    }

    /// Too many nodes went while the reader was behind: it forgets all and gets what there is.
    private func startOver(_ stream: OpenStream) {
        metrics.add(to: .resets)
        let opening = inbox.enter {
            $0.opening(for: stream.selection, showsSummaries: stream.wantsSummary, .unknown)
        }
        stream.subscription.open(opening)
    }
}

extension RegistryState {
    /// The nodes above one, the root first, and what the root is selected by; empty where the node is gone.
    fileprivate func path(above id: ProgressID) -> (path: [ProgressID], rootDetails: DetailsBox?) {
        guard let index = try? tree.find(id) else { return ([], nil) }
        var path: [ProgressID] = []
        var current = index
        while let parent = tree.parent(of: current) {
            path.append(tree.id(of: parent))
            current = parent
        }
        return (path.reversed(), tree.details(of: current))
    }
}
