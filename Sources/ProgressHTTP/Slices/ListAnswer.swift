import ProgressCore
import ProgressLocalization
import ProgressRegistry
import ProgressWire

/// A page of a list; slices bound the search for its items.
final class ListAnswer: LongAnswer {
    private let replies: ReplyWriter
    private let language: Language
    private let path: String
    private let query: QueryParameters
    private let wantsSummary: Bool
    private let parentID: ProgressID?
    private var walk: Int?
    /// If the cursor's node is gone, nodes up to its ordinal are skipped.
    private var passesOver: (ordinal: UInt64, isDescending: Bool)?
    private var matcher: ListMatcher
    /// The first places so far, for a list that is sorted.
    private var first: FirstPlaces?
    /// The places of a sorted list that are still to be looked at, once the walk has ended.
    private var places: ArraySlice<ListPlace> = []
    /// Each with the cursor after it.
    private var items: [(snapshot: ProgressSnapshot, cursor: ListCursor)] = []
    private var nextCursor: ListCursor?
    private var summary: SummaryJob?
    private var writtenCount = 0

    /// A page ends with the item that reaches this size, even below the requested limit: texts may be long.
    static let pageByteCount = 1 << 20
    /// Comparisons, and bytes of texts, of one entry of the registry.
    private static let workPerEntry = 8_192

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
        matcher = ListMatcher(filter)
        self.language = language
        self.path = path
        self.query = query
        self.wantsSummary = wantsSummary
        parentID = parent.map { registry.tree.forest.id(of: $0) }
        var from = registry.tree.forest.newestRoot
        if let parent { from = registry.tree.forest.firstChildIndex(of: parent) }
        if let order = filter.order {
            first = FirstPlaces(order, most: filter.limit + 1)
        } else if case .item(let ordinal, let id)? = filter.cursor {
            if let known = try? registry.tree.find(id), registry.tree.forest.parent(of: known) == parent {
                from =
                    parent == nil
                    ? registry.tree.forest.olderRoot(than: known) : registry.tree.forest.nextSibling(of: known)
            } else {
                passesOver = (ordinal, parent == nil)
            }
        }
        walk =
            parent.map { registry.tree.beginWalk(overChildrenOf: $0, from: from) }
            ?? registry.tree.beginWalk(overRootsFrom: from)
        advance(registry)
    }

    deinit {
        guard let walk else { return }
        replies.registry.enter(from: replies.reactor) { $0.tree.endWalk(walk) }
    }

    func step(_ slice: TimeSlice, into answer: Answer) -> LongAnswerProgress {
        while walk != nil || !places.isEmpty {
            replies.registry.enter(from: replies.reactor) { registry in
                if walk != nil { advance(registry) } else { lookAtPlaces(registry) }
            }
            if slice.isOver && (walk != nil || !places.isEmpty) { return .continues }
        }
        while writtenCount < items.count && answer.body.count < Self.pageByteCount {
            guard write(items[writtenCount].snapshot, slice, to: answer) else { return .continues }
        }
        if writtenCount < items.count { nextCursor = items[writtenCount - 1].cursor }
        finish(answer)
        return .isDone
    }

    // MARK: Walking

    /// Looks at the next nodes, as many as one entry of the registry may.
    private func advance(_ registry: RegistryState) {
        guard let walk else { return }
        let most = matcher.work + Self.workPerEntry
        for _ in 0..<TimeSlice.nodesPerEntry where matcher.work < most {
            guard case .node(let index, _, _) = registry.tree.step(walk) else { return end(registry) }
            let ordinal = registry.tree.forest.ordinal(of: index)
            if let passed = passesOver {
                if passed.isDescending ? ordinal >= passed.ordinal : ordinal <= passed.ordinal { continue }
            }
            guard matcher.matches(index, in: registry.tree.forest) else { continue }
            if first != nil {
                rank(index, registry)
            } else if items.count == matcher.filter.limit {
                nextCursor = items.last?.cursor
                return end(registry)
            } else {
                take(index, .item(ordinal: ordinal, id: registry.tree.forest.id(of: index)), registry)
            }
        }
    }

    private func take(_ index: NodeIndex, _ cursor: ListCursor, _ registry: RegistryState) {
        items.append((registry.tree.snapshot(of: index), cursor))
    }

    private func end(_ registry: RegistryState) {
        if let walk { registry.tree.endWalk(walk) }
        walk = nil
        guard let first, let order = matcher.filter.order else { return }
        places = first.sorted[...]
        if places.count > matcher.filter.limit {
            places.removeLast()
            nextCursor = places.last.map { ListCursor.place($0, order) }
        }
        self.first = nil
        lookAtPlaces(registry)
    }

    // MARK: Sorting

    private func rank(_ index: NodeIndex, _ registry: RegistryState) {
        guard let order = matcher.filter.order else { return }
        let value = order.value(of: index, in: registry.tree.forest)
        let place = ListPlace(value: value, id: registry.tree.forest.id(of: index))
        if case .place(let last, _)? = matcher.filter.cursor, !order.puts(last, before: place) { return }
        first?.insert(place)
    }

    /// Takes the items of a sorted page; nodes that left meanwhile, or no longer match, are left out.
    private func lookAtPlaces(_ registry: RegistryState) {
        guard let order = matcher.filter.order else { return }
        let most = matcher.work + Self.workPerEntry
        for _ in 0..<TimeSlice.nodesPerEntry where matcher.work < most {
            guard let place = places.popFirst() else { return }
            guard let index = try? registry.tree.find(place.id),
                registry.tree.forest.parent(of: index).map({ registry.tree.forest.id(of: $0) }) == parentID,
                matcher.matches(index, in: registry.tree.forest)
            else { continue }
            take(index, .place(place, order), registry)
        }
    }

    // MARK: Writing

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
