import ProgressCore
import ProgressLocalization
import ProgressRegistry
import ProgressWire

/// A page of a list; slices bound the search for its items.
final class ListAnswer: LongAnswer {
    private let replies: ReplyWriter
    private let filter: ListFilter
    private let language: Language
    private let path: String
    private let query: QueryParameters
    private let wantsSummary: Bool
    private var walk: Int?
    /// If the cursor's node is gone, nodes up to its ordinal are skipped.
    private var passesOver: (ordinal: UInt64, isDescending: Bool)?
    private var items: [ProgressSnapshot] = []
    /// The cursor after each item.
    private var cursors: [ListCursor] = []
    private var nextCursor: ListCursor?
    private var summary: SummaryJob?
    private var writtenCount = 0

    /// A page ends with the item that reaches this size, even below the requested limit: texts may be long.
    static let pageByteCount = 1 << 20

    /// Call it inside the gate.
    /// - Parameter parent: nil for the roots.
    init(
        below parent: NodeIndex?,
        _ filter: ListFilter,
        _ language: Language,
        _ path: String,
        _ query: QueryParameters,
        wantsSummary: Bool,
        _ replies: ReplyWriter,
        _ registry: RegistryState
    ) {
        self.replies = replies
        self.filter = filter
        self.language = language
        self.path = path
        self.query = query
        self.wantsSummary = wantsSummary
        let known = filter.cursor.flatMap { try? registry.tree.find($0.id) }
            .flatMap { registry.tree.forest.parent(of: $0) == parent ? $0 : nil }
        if known == nil, let cursor = filter.cursor { passesOver = (cursor.ordinal, parent == nil) }
        if let parent {
            let first =
                known.map { registry.tree.forest.nextSibling(of: $0) }
                ?? registry.tree.forest.firstChildIndex(of: parent)
            walk = registry.tree.beginWalk(overChildrenOf: parent, from: first)
        } else {
            let first = known.map { registry.tree.forest.olderRoot(than: $0) } ?? registry.tree.forest.newestRoot
            walk = registry.tree.beginWalk(overRootsFrom: first)
        }
        advance(registry)
    }

    deinit {
        guard let walk else { return }
        replies.registry.enter(from: replies.reactor) { $0.tree.endWalk(walk) }
    }

    func step(_ slice: TimeSlice, into answer: Answer) -> LongAnswerProgress {
        while walk != nil {
            replies.registry.enter(from: replies.reactor) { advance($0) }
            if walk != nil && slice.isOver { return .continues }
        }
        while writtenCount < items.count && answer.body.count < Self.pageByteCount {
            guard write(items[writtenCount], slice, to: answer) else { return .continues }
        }
        if writtenCount < items.count { nextCursor = cursors[writtenCount - 1] }
        finish(answer)
        return .isDone
    }

    private func advance(_ registry: RegistryState) {
        guard let walk else { return }
        for _ in 0..<TimeSlice.nodesPerEntry {
            guard case .node(let index, _, _) = registry.tree.step(walk) else { return end(registry) }
            let ordinal = registry.tree.forest.ordinal(of: index)
            if let passed = passesOver {
                if passed.isDescending ? ordinal >= passed.ordinal : ordinal <= passed.ordinal { continue }
            }
            guard filter.matches(index, in: registry.tree.forest) else { continue }
            if items.count == filter.limit {
                nextCursor = cursors.last
                return end(registry)
            }
            items.append(registry.tree.snapshot(of: index))
            cursors.append(ListCursor(ordinal: ordinal, id: registry.tree.forest.id(of: index)))
        }
    }

    private func end(_ registry: RegistryState) {
        if let walk { registry.tree.endWalk(walk) }
        walk = nil
    }

    /// - Returns: false if the slice is over and items remain.
    private func write(_ item: ProgressSnapshot, _ slice: TimeSlice, to answer: Answer) -> Bool {
        if wantsSummary {
            let job = summary ?? SummaryJob(of: item.id, replies.registry, reactor: replies.reactor)
            summary = job
            guard job.run(slice) else { return false }
        }
        if writtenCount == 0 { answer.body.append("{\"items\":[") } else { answer.body.append(",") }
        replies.appendOpen(item, language, hidesUsers: answer.hidesUsers, to: &answer.body)
        if let sums = summary?.summary {
            replies.append(sums, language, hidesUsers: answer.hidesUsers, to: &answer.body)
        }
        answer.body.append("}")
        summary = nil
        writtenCount += 1
        return !slice.isOver || writtenCount == items.count
    }

    private func finish(_ answer: Answer) {
        if items.isEmpty { answer.body.append("{\"items\":[") }
        answer.body.append("],\"nextCursor\":")
        guard let cursor = nextCursor?.text else {
            answer.body.append("null}")
            return
        }
        answer.body.appendJSON(cursor)
        answer.body.append("}")
        answer.link = Array("<\(path)?\(query.text(replacing: "cursor", by: cursor))>; rel=\"next\"".utf8)
    }
}
