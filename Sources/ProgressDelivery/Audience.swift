import ProgressCore
import ProgressStreams

/// The open streams of one reactor, indexed by what they select.
struct Audience {
    private(set) var streams: [ObjectIdentifier: OpenStream] = [:]
    private var byNode: [ProgressID: StreamList] = [:]
    /// Streams that show a node's subtree, in events or in a summary.
    private var bySubtree: [ProgressID: StreamList] = [:]
    private var byName: [String: StreamList] = [:]
    private(set) var ofRoots: StreamList = []
    private(set) var summaryCount = 0

    var isEmpty: Bool { streams.isEmpty }
    var count: Int { streams.count }
    /// Whether any stream depends on what is above a node; if not, announcements skip that lookup.
    var looksAround: Bool { !bySubtree.isEmpty || !ofRoots.isEmpty }

    mutating func insert(_ stream: OpenStream) {
        streams[ObjectIdentifier(stream)] = stream
        if stream.wantsSummary { summaryCount += 1 }
        guard case .nodes(let named, let descendants) = stream.selection else {
            return ofRoots.insert(stream)
        }
        for name in stream.selection.names { byName[name, default: []].insert(stream) }
        for id in named.compactMap(\.id) {
            byNode[id, default: []].insert(stream)
            if descendants || stream.wantsSummary { bySubtree[id, default: []].insert(stream) }
        }
    }

    mutating func remove(_ stream: OpenStream) {
        streams[ObjectIdentifier(stream)] = nil
        if stream.wantsSummary { summaryCount -= 1 }
        guard case .nodes(let named, _) = stream.selection else { return ofRoots.remove(stream) }
        for name in stream.selection.names {
            byName[name]?.remove(stream)
            if byName[name]?.isEmpty == true { byName[name] = nil }
        }
        for id in named.compactMap(\.id) {
            byNode[id]?.remove(stream)
            if byNode[id]?.isEmpty == true { byNode[id] = nil }
            bySubtree[id]?.remove(stream)
            if bySubtree[id]?.isEmpty == true { bySubtree[id] = nil }
        }
    }

    func ofNode(_ id: ProgressID) -> StreamList { byNode[id] ?? [] }

    /// The streams that select by a name.
    func ofName(_ name: String) -> [OpenStream] { byName[name].map { Array($0) } ?? [] }

    /// The streams that show the subtree below a node.
    func ofSubtree(_ id: ProgressID) -> StreamList { bySubtree[id] ?? [] }

    // MARK: Rest

    /// Rests streams that are behind and already owe the node's `progress`: another one changes nothing for them.
    mutating func rest(_ late: [OpenStream], of id: ProgressID) {
        for stream in late {
            stream.marks.isResting = true
            byNode[id]?.rest(stream)
        }
    }

    mutating func wake(_ stream: OpenStream) {
        guard stream.marks.isResting, case .nodes(let named, _) = stream.selection else { return }
        for id in named.compactMap(\.id) { byNode[id]?.wake(stream) }
        stream.marks.isResting = false
    }

    // MARK: Concerned streams

    /// Calls `body` for every stream that a move may concern, for some more than once.
    func forEachStream(concernedBy move: Move, _ body: (OpenStream) -> Void) {
        for stream in ofNode(move.id) { body(stream) }
        if move.isTop, let parentID = move.after?.parentID { for stream in ofNode(parentID) { body(stream) } }
        for top in move.before?.watchedTops ?? [] { for stream in ofSubtree(top) { body(stream) } }
        for top in move.after?.watchedTops ?? [] { for stream in ofSubtree(top) { body(stream) } }
        for stream in ofRoots { body(stream) }
    }

    /// The nodes of a path, root first, that a stream with summaries selects.
    func showsSummary(ofPath path: [ProgressID], rootDetails: DetailsBox?) -> [ProgressID] {
        var wanted: [ProgressID] = []
        var isCovered = ofRoots.contains {
            $0.wantsSummary && $0.selection.includesDescendants
                && Self.matches($0, rootDetails)
        }
        for (level, id) in path.enumerated() {
            var isWanted = isCovered
            for stream in ofSubtree(id) where stream.wantsSummary {
                isWanted = true
                if stream.selection.includesDescendants { isCovered = true }
            }
            if level == 0 && !isWanted {
                isWanted = ofRoots.contains { $0.wantsSummary && Self.matches($0, rootDetails) }
            }
            if isWanted { wanted.append(id) }
        }
        return wanted
    }

    private static func matches(_ stream: OpenStream, _ details: DetailsBox?) -> Bool {
        guard case .roots(let filter, _) = stream.selection else { return false }
        return filter.matches(details)
    }
}
