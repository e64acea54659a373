import MicroHTTPD
import ProgressCore
import ProgressRegistry
import ProgressStreams

/// From the pace to the streams: each node that is due is looked up once, and told to all that select it.
extension EventBroker {
    /// A node at the moment of its announcement.
    struct Announcement: Sendable {
        let snapshot: ProgressSnapshot
        /// Nodes at or above it whose subtrees this reactor's streams watch.
        var tops: [ProgressID] = []
        /// Of its root, for the filters of streams of roots.
        var rootDetails: DetailsBox?
    }

    /// What the registry has of a node that is due.
    enum Sighting: Sendable {
        case living(Announcement)
        /// Its departure is still to come, and tells its last moments first.
        case departing
        case gone
    }

    /// How many nodes are looked up at once, so that a slice can end in between.
    private static let announcementsAtOnce = 32
    /// When a departing node is looked up again, in case nobody is told of its departure.
    private static let departureInterval: UInt64 = 100_000_000

    func announceDue(_ slice: TimeSlice) {
        repeat {
            let ids = pace.due(at: now, limit: Self.announcementsAtOnce)
            if ids.isEmpty { break }
            let looksAround = audience.looksAround || !waitingRoom.isEmpty
            let looked = look(slice) { registry in
                ids.map { registry.sighting(of: $0, looksAround: looksAround) }
            }
            guard let looked else { return }
            for (id, sighting) in zip(ids, looked) {
                switch sighting {
                case .living(let announcement):
                    if let item = pace.take(id) { announce(announcement, item) }
                case .departing: pace.postpone(id, until: now + Self.departureInterval)
                case .gone: _ = pace.take(id)
                }
            }
        } while !slice.isOver
        pace.forget(now: now)
    }

    private func announce(_ announcement: Announcement, _ item: Pace.Item) {
        announcementCount += 1
        writer.reset()
        let id = announcement.snapshot.id
        waitingRoom.resume(for: id, below: announcement.tops)
        if !item.kinds.isDisjoint(with: [.progress, .details]) { pace.noteSent(id, now: now) }
        let summary = audience.summaryCount > 0 ? summaries.summary(of: id, forAll: true, now: now) : nil
        let news = News(item, announcement.snapshot, summary, held: pace.oldestStamp())

        if news.contents == .progress && news.earlier.isEmpty && !item.isSummaryOnly {
            tellProgress(news)
        } else {
            for stream in audience.ofNode(id) { tell(news, to: stream) }
        }
        for top in announcement.tops {
            for stream in audience.ofSubtree(top) where stream.selection.includesDescendants {
                tell(news, to: stream)
            }
        }
        let place = Place(depth: announcement.snapshot.depth, rootDetails: announcement.rootDetails)
        for stream in audience.ofRoots where stream.selection.selects(id, at: place) {
            tell(news, to: stream)
        }
    }

    /// The usual case: only counts have changed. Whoever rests would owe what it owes.
    private func tellProgress(_ news: News) {
        let list = audience.ofNode(news.id)
        metrics.add(list.restingCount, to: .skipped)
        var tired: [OpenStream] = []
        for stream in list.awake {
            tell(news, to: stream)
            if stream.socket.isBehind && stream.subscription.showsProgress(of: news.id) { tired.append(stream) }
        }
        if !tired.isEmpty { audience.rest(tired, of: news.id) }
    }

    /// What changed of one node, for everybody who selects it.
    struct News {
        let id: ProgressID
        let snapshot: ProgressSnapshot
        let summary: ProgressSummary?
        let contents: Contents
        /// The node at each change of its state but the last.
        let earlier: ArraySlice<ProgressSnapshot>
        let item: Pace.Item
        /// The oldest change of any node that is still held back.
        let held: UInt64?

        init(_ item: Pace.Item, _ snapshot: ProgressSnapshot, _ summary: ProgressSummary?, held: UInt64?) {
            id = snapshot.id
            self.held = held
            self.snapshot = snapshot
            self.summary = summary
            self.item = item
            contents = Contents(telling: item.kinds)
            earlier = item.moments.dropLast()
        }
    }

    /// Sends a node's events to a stream, or has it owe them.
    private func tell(_ news: News, to stream: OpenStream) {
        if stream.lastDelivery == announcementCount || stream.isClosed { return }
        stream.lastDelivery = announcementCount
        let wantsSummary = stream.wantsSummary
        if news.item.isSummaryOnly && !wantsSummary { return }
        var contents = news.contents
        let hearing = stream.subscription.hear(
            &contents,
            of: news.id,
            stamp: news.item.stamp,
            newest: wantsSummary ? max(news.item.newest, news.item.newestBelow) : news.item.newest,
            now: now,
            isBehind: stream.socket.isBehind
        )
        switch hearing {
        case .nothing: return
        case .owed(let due):
            if stream.socket.isBehind {
                metrics.add(to: .skipped)
            } else {
                drains.rouse(stream, at: due)
            }
        case .tellNow:
            tellEarlier(news, to: stream)
            tell(contents, of: news, to: stream)
        case .tellLatest: tell(contents, of: news, to: stream)
        }
        if stream.subscription.mayHaveEnded { drains.rouse(stream) }
    }

    /// States that came and went since the last turn: a reader that keeps up is told each of them.
    private func tellEarlier(_ news: News, to stream: OpenStream) {
        for moment in news.earlier where stream.isKeepingUp {
            let summary = stream.wantsSummary ? news.summary : nil
            var rest = Contents.change(ofStateTo: moment)
            while stream.isKeepingUp, let kind = rest.popFirst() {
                let promise = min(promise(after: news, for: stream), news.item.stamp - 1)
                _ = send(kind, moment, summary, promise: promise, to: stream)
            }
        }
    }

    /// The events in the order that a bar needs; what the socket does not take is owed.
    private func tell(_ contents: Contents, of news: News, to stream: OpenStream) {
        let summary = stream.wantsSummary ? news.summary : nil
        var rest = contents
        while stream.isKeepingUp, let kind = rest.popFirst() {
            var promise = promise(after: news, for: stream)
            // The last event shows all of the change, those before it do not.
            if !rest.isEmpty { promise = min(promise, news.item.stamp - 1) }
            _ = send(kind, news.snapshot, summary, promise: promise, to: stream)
        }
        stream.subscription.owe(rest, of: news.id, stamp: news.item.stamp)
        stream.subscription.noteSent(news.id, now: now)
    }

    /// As `promise(for:)`, while a node is told: nothing of it is held back, and of others what was in the beginning.
    private func promise(after news: News, for stream: OpenStream) -> UInt64 {
        promise(for: stream, held: stream.singleNode == nil ? news.held : nil)
    }
}

extension RegistryState {
    /// - Parameter looksAround: else nobody asks for what is above the node.
    fileprivate func sighting(of id: ProgressID, looksAround: Bool) -> EventBroker.Sighting {
        guard let index = try? tree.find(id) else { return isDeparting(id) ? .departing : .gone }
        var announcement = EventBroker.Announcement(snapshot: tree.snapshot(of: index))
        if !looksAround { return .living(announcement) }
        var current = index
        while true {
            if tree.isWatchedWithDescendants(current) { announcement.tops.append(tree.id(of: current)) }
            guard let parent = tree.parent(of: current) else { break }
            current = parent
        }
        announcement.rootDetails = tree.details(of: current)
        return .living(announcement)
    }
}
