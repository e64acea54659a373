import MicroHTTPD
import ProgressCore
import ProgressRegistry
import ProgressStreams

/// From the pace to the streams: looks up each due node once and tells all streams that select it.
extension EventBroker {
    /// A node at the moment of its announcement.
    struct Announcement: Sendable {
        let snapshot: ProgressSnapshot
        let place: NodeIndex
        /// Nodes at or above it whose subtrees this reactor's streams watch.
        var tops: [ProgressID] = []
        /// The details of its root, for the filters of streams of roots.
        var rootDetails: DetailsBox?
    }

    /// A due node as the registry has it.
    enum DueNode: Sendable {
        case living(Announcement)
        /// Its removal is still in the mail; hearing that move tells the node's last states first.
        case departing
        case gone
    }

    /// Nodes looked up in one entry of the registry; a slice can end between two lookups.
    private static let announcementsAtOnce = 32
    /// Nanoseconds until a departing node is looked up again, in case no stream hears its departure.
    private static let departureInterval: UInt64 = 100_000_000

    func announceDue(_ slice: TimeSlice) {
        repeat {
            let ids = pace.due(at: now, limit: Self.announcementsAtOnce)
            if ids.isEmpty { break }
            let looksAround = audience.looksAround || !waitingRoom.isEmpty
            let looked = look(slice) { registry in
                ids.map { registry.dueNode(of: $0, looksAround: looksAround) }
            }
            guard let looked else { return }
            var count = 0
            for (id, found) in zip(ids, looked) {
                // A few with texts of a megabyte fill a slice; the others stay due.
                count += 1
                if count % 4 == 0 && slice.isOver { return }
                switch found {
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
        outbox.reset()
        let id = announcement.snapshot.id
        waitingRoom.noteNews(announcement.snapshot)
        waitingRoom.resume(for: id, below: announcement.tops)
        if !item.kinds.isDisjoint(with: [.progress, .details]) { pace.noteSent(id, now: now) }
        let summary = audience.summaryCount > 0 ? summaries.summary(of: id, forAll: true, now: now) : nil
        let holdings = News.Holdings(
            taken: inbox.taken,
            paced: pace.oldestStamp(),
            hidden: audience.summaryCount > 0 ? summaries.oldestStamp : nil
        )
        let news = News(item, announcement.snapshot, at: announcement.place, summary, holdings, now: now)

        if news.isProgressAlone {
            tellProgress(news)
        } else {
            for stream in audience.ofNode(id) { tell(news, to: stream) }
        }
        for top in announcement.tops {
            for stream in audience.ofSubtree(top) where stream.selection.includesDescendants {
                tell(news, to: stream)
            }
        }
        let place = TreePosition(depth: announcement.snapshot.depth, rootDetails: announcement.rootDetails)
        for stream in audience.ofRoots where stream.selection.selects(id, at: place) {
            tell(news, to: stream)
        }
        outbox.sendWave()
    }

    /// Only counts changed, which resting streams already owe.
    private func tellProgress(_ news: News) {
        let list = audience.ofNode(news.id)
        metrics.add(list.restingCount, to: .skipped)
        var late: [OpenStream] = []
        let awake = list.awake
        for start in stride(from: awake.startIndex, to: awake.endIndex, by: FrameWriter.waveCount) {
            let some = awake[start...].prefix(FrameWriter.waveCount)
            for stream in some { stream.prefetch() }
            for stream in some { stream.socket.prefetch() }
            for stream in some {
                guard case .owed = tell(news, to: stream), stream.socket.isBehind else { continue }
                if stream.subscription.showsProgress(of: news.id) { late.append(stream) }
            }
        }
        if !late.isEmpty { audience.rest(late, of: news.id) }
    }

    /// Sends a node's events to a stream, by the next `sendWave` at the latest, or makes the stream owe them.
    @discardableResult
    private func tell(_ news: News, to stream: OpenStream) -> Subscription.Hearing {
        if stream.lastDelivery == announcementCount || stream.isClosed { return .nothing }
        stream.lastDelivery = announcementCount
        if news.item.isSummaryOnly && !stream.wantsSummary { return .nothing }
        let hearing = news.tell(stream, through: &outbox)
        switch hearing {
        case .nothing: return .nothing
        case .tellNow, .tellLatest: break
        case .owed(let due):
            if stream.subscription.mustCollapse { collapse(stream, heard: inbox.taken) }
            if stream.socket.isBehind {
                metrics.add(to: .skipped)
            } else {
                drains.schedule(stream, at: due)
            }
        }
        if stream.subscription.mayHaveEnded { drains.schedule(stream) }
        return hearing
    }
}

extension RegistryState {
    /// - Parameter looksAround: whether to collect the watched nodes above it and its root's details.
    fileprivate func dueNode(of id: ProgressID, looksAround: Bool) -> EventBroker.DueNode {
        guard let index = try? tree.find(id) else { return isDeparting(id) ? .departing : .gone }
        var announcement = EventBroker.Announcement(snapshot: tree.snapshot(of: index), place: index)
        if !looksAround { return .living(announcement) }
        var current = index
        while true {
            if tree.forest.isWatchedWithDescendants(current) { announcement.tops.append(tree.forest.id(of: current)) }
            guard let parent = tree.forest.parent(of: current) else { break }
            current = parent
        }
        announcement.rootDetails = tree.forest.details(of: current)
        return .living(announcement)
    }
}
