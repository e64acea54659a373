import MicroHTTPD
import ProgressCore
import ProgressRegistry
import ProgressStreams

/// From the mailbox to the pace and the subscriptions.
extension EventBroker {
    /// Takes what changed.
    func collect() {
        let (mail, taken) = registry.enter(from: reactor) { registry in
            (registry.mailboxes[reactor].take(), registry.tree.sequence)
        }
        intake.add(mail)
        intake.taken = taken
    }

    /// Looks into the registry, as of a moment up to which every move has been heard of.
    /// - Returns: nil where that takes longer than the slice.
    func look<Value>(_ slice: TimeSlice, _ body: (RegistryState) -> Value) -> Value? {
        while true {
            let (mail, taken, value) = registry.enter(from: reactor) { registry in
                let mail = registry.mailboxes[reactor].take()
                let isClear = mail.moves.isEmpty && !intake.hasMoves
                return (mail, registry.tree.sequence, isClear ? body(registry) : nil)
            }
            intake.add(mail)
            intake.taken = taken
            if let value {
                while let mark = intake.nextMark() { hear(mark) }
                return value
            }
            if !hear(slice) { return nil }
        }
    }

    /// Hears of all that was taken.
    /// - Returns: whether that was all; else the slice is over, and nothing may be looked up.
    func hear(_ slice: TimeSlice) -> Bool {
        var count = 0
        while let mark = intake.nextMark() {
            hear(mark)
            count += 1
            if count % Self.marksAtOnce == 0 && slice.isOver { return intake.isEmpty }
        }
        while let move = intake.nextMove() {
            hear(move)
            if slice.isOver { return !intake.hasMoves }
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
        let (path, rootDetails) = registry.enter(from: reactor) { $0.path(above: mark.id) }
        for id in audience.showsSummary(ofPath: path, rootDetails: rootDetails) {
            pace.holdSummary(of: id, stamps: mark.stamps, now: now)
        }
    }

    private func hear(_ move: Move) {
        announcementCount += 1
        var move = move
        // Gone: what it was told of last is told to those who keep up.
        if move.after == nil, let item = pace.take(move.id) {
            move.last = item.moments.flatMap { Contents.change(ofStateTo: $0).events(showing: $0) } + move.last
        }
        waitingRoom.resume(for: move.id, below: (move.before?.watchedTops ?? []) + (move.after?.watchedTops ?? []))
        audience.forEachStream(concernedBy: move) { stream in
            guard stream.lastDelivery != announcementCount, !stream.isClosed else { return }
            stream.lastDelivery = announcementCount
            stream.subscription.apply(move, keepsUp: !stream.socket.isBehind)
            if stream.subscription.mustStartOver { startOver(stream) }
            if !stream.socket.isBehind { drains.rouse(stream) }
        }
    }

    /// Too much went while the reader was behind: it forgets all and gets what there is.
    private func startOver(_ stream: OpenStream) {
        metrics.add(to: .resets)
        let opening = registry.enter(from: reactor) { registry in
            registry.opening(for: stream.selection, showsSummaries: stream.wantsSummary, .unknown)
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
