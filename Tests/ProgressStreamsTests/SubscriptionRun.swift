import ProgressCore
import ProgressStreams
import TestSupport

/// One subscription in a random world, beside a reader that is now slow, now quick; every event is held to the law.
///
/// The snapshots carry the stamp of the node's newest change as their version, so that the promise of each event can be
/// checked against the world: all changes up to it were shown, and all removals up to it sent.
final class SubscriptionRun {
    var forest: Forest
    var subscription: Subscription
    var walk: ForestWalk
    var pace = Pace(interval: 50)
    var reader: ReaderCopy
    private var generator: SeededGenerator
    /// The node that has the name by which some selections select.
    var holder: ProgressID? = SubscriptionRun.names[0]
    private var moves: [Move] = []
    /// Since when each node is selected.
    var selectedSince: [ProgressID: UInt64] = [:]
    var now: UInt64 = 1
    private var isBehind = false
    var eventCount = 0
    var syncedCount = 0
    var collapseCount = 0
    /// When the stream began or last started over.
    var openedAt: UInt64 = 0
    var fault: String?
    /// The last events, for the report of a fault.
    private var history: [String] = []

    private static let name = "backup"
    /// Names by which some selections filter.
    private static let rootNames: [String?] = ["job-1", "job-2", "night", nil]
    private static let names = (1...4).map { ProgressID(high: 0, low: UInt64($0)) }

    init(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let selection = Self.selection(&generator)
        forest = Forest(named: Self.names, watched: selection.includesDescendants ? Set(selection.tops) : [])
        let interval: UInt64 = Int.random(in: 0..<3, using: &generator) == 0 ? 200 : 0
        let debts = [2, 5, 1_000].randomElement(using: &generator) ?? 1
        let limits = BacklogLimits(debts: debts, debtsOfChange: min(debts, 3), removals: debts == 2 ? 12 : 4_096)
        subscription = Subscription(selection, minimumInterval: interval, limits: limits)
        walk = ForestWalk(over: selection)
        reader = ReaderCopy(showsDescendants: selection.includesDescendants)
        self.generator = generator
        record("\(selection), every \(interval), at most \(debts) debts")
        open(owesReset: false)
    }

    private static func selection(_ generator: inout SeededGenerator) -> Selection {
        let descendants = Bool.random(using: &generator)
        let byName = Selection.Named(id: names[0], text: "", name: name)
        switch Int.random(in: 0..<9, using: &generator) {
        case 4: return .nodes([byName], descendants: descendants)
        case 5: return .nodes([byName] + names.prefix(2).map { .init(id: $0, text: "") }, descendants: descendants)
        case 0: return .roots(RootFilter(), descendants: descendants)
        case 1: return .roots(RootFilter(labels: filters(["k:a"])), descendants: descendants)
        case 6: return .roots(RootFilter(labels: filters(["k", "!k:a"])), descendants: descendants)
        case 7: return .roots(RootFilter(names: [NameFilter("job*")]), descendants: descendants)
        case 8:
            let names = [NameFilter("job-1"), NameFilter("night")]
            return .roots(RootFilter(names: names, labels: filters(["!k:b"])), descendants: descendants)
        case 2: return .nodes([.init(id: names[0], text: "")], descendants: descendants)
        default: return .nodes(names.prefix(3).map { .init(id: $0, text: "") }, descendants: descendants)
        }
    }

    private static func filters(_ labels: [String]) -> [LabelFilter] { labels.compactMap { LabelFilter($0) } }

    func open(owesReset: Bool) {
        openedAt = forest.sequence
        walk = ForestWalk(over: subscription.selection)
        subscription.open(Opening(began: forest.sequence, after: 0, isFirst: true, owesReset: owesReset))
    }

    func isSelected(_ id: ProgressID) -> Bool {
        forest.nodes[id] != nil && subscription.selection.selects(id, at: forest.place(of: id))
    }

    var story: String { history.suffix(100).joined(separator: "\n") }

    func record(_ text: String) {
        if history.count > 1_000 { history.removeFirst(500) }
        history.append(text)
    }

    // MARK: Steps

    func step() {
        now += 1
        switch Int.random(in: 0..<100, using: &generator) {
        case 0..<45: mutate()
        case 45..<55:
            isBehind.toggle()
            record(isBehind ? "behind" : "caught up")
        case 55..<75: announce()
        default: drain(limit: Int.random(in: 1...8, using: &generator))
        }
    }

    /// Sends everything that is owed; then the reader holds exactly the selected nodes.
    func settle() {
        isBehind = false
        for _ in 0..<100 {
            now += 1_000
            drain(limit: 1_000)
            announce()
        }
        let selected = Set(forest.ids.filter { isSelected($0) })
        if fault == nil, selected != Set(reader.nodes.keys) { fault = "the reader holds other nodes" }
        check(promise: forest.sequence)
        if fault == nil, !subscription.owesNothing { fault = "something is owed for ever" }
        if fault == nil, subscription.promise(taken: forest.sequence, held: pace.oldestStamp()) != forest.sequence {
            fault = "all was told, and less is promised"
        }
    }

    private func mutate() {
        guard let id = forest.ids.randomElement(using: &generator) else { return note(create(below: nil)) }
        let isRoot = forest.nodes[id]?.parent == nil
        let named = subscription.selection.tops
        switch Int.random(in: 0..<14, using: &generator) {
        case 0: note(create(below: nil))
        case 1 where id != holder && Bool.random(using: &generator):
            note(forest.take(Self.name, by: id, from: holder))
            holder = id
        case 1...2 where forest.nodes.count < 24: note(create(below: id))
        case 3 where isRoot && !named.isEmpty && Bool.random(using: &generator): break
        case 3...4: note(forest.remove(id, named: Set(named)))
        case 5...6 where isRoot: note(forest.relabel(id, Bool.random(using: &generator) ? "a" : "b"))
        case 12...13 where isRoot:
            note(forest.rename(id, Self.rootNames.randomElement(using: &generator) ?? nil))
        case 7...8 where isRoot:
            guard let parent = forest.ids.randomElement(using: &generator), !forest.isWithin(parent, id) else {
                return
            }
            note(forest.attach(id, to: parent))
        default:
            let kinds: [Changes.Kinds] = [.progress, .progress, .details, .state, [.progress, .state]]
            note(forest.change(id, kinds.randomElement(using: &generator) ?? .progress))
        }
    }

    private func create(below parent: ProgressID?) -> Forest.Change {
        let label = Bool.random(using: &generator) ? "a" : "b"
        let name = Self.rootNames.randomElement(using: &generator) ?? nil
        let count = Int.random(in: 1...3, using: &generator)
        return forest.create(below: parent, label: label, named: name, count: count)
    }

    private func note(_ change: Forest.Change) {
        if let one = holder, forest.nodes[one] == nil { holder = nil }
        for move in change.moves {
            record("move #\(move.stamp) \(move.id.low): \(Self.text(move.before)) to \(Self.text(move.after))")
        }
        for mark in change.marks { record("mark #\(forest.sequence) \(mark.id.low): \(mark.kinds.rawValue)") }
        if !change.moves.isEmpty { noteSelected() }
        moves += change.moves
        for mark in change.marks where forest.nodes[mark.id] != nil {
            pace.hold(mark.id, mark.kinds, stamps: forest.sequence...forest.sequence, now: now)
        }
    }

    func noteSelected() {
        let selected = forest.ids.filter { isSelected($0) }
        let before = selectedSince
        selectedSince = [:]
        for id in selected { selectedSince[id] = before[id] ?? forest.sequence }
    }

    private static func text(_ place: TreePosition?) -> String {
        guard let place else { return "nowhere" }
        let label = place.rootDetails?.details.labels.first?.value ?? "-"
        let name = place.rootDetails?.details.name ?? "-"
        return "\(label) \(name) \(place.parentID?.low ?? 0) \(place.watchedTops.map(\.low))"
    }

    /// Hears every move before anything is looked up.
    private func hear() {
        for move in moves {
            if let taken = move.takenName {
                goOver(taken, stamp: move.stamp)
                continue
            }
            if move.after == nil { _ = pace.take(move.id) }
            subscription.apply(move, keepsUp: !isBehind) { [forest] in forest.isWithin($0, move.id) }
            relieve(heard: move.stamp - 1)
        }
        moves = []
    }

    private func announce() {
        hear()
        for id in Array(pace.due(at: now, limit: 4)) {
            guard let item = pace.take(id), forest.nodes[id] != nil else { continue }
            if !item.kinds.isDisjoint(with: [.progress, .details]) { pace.noteSent(id, now: now) }
            guard isSelected(id) else { continue }
            tell(id, item)
        }
    }

    private func tell(_ id: ProgressID, _ item: Pace.Item) {
        var contents = Contents(telling: item.kinds)
        let hearing = subscription.hear(
            &contents,
            of: id,
            at: forest.nodes[id]?.place ?? .none,
            stamp: item.stamp,
            newest: item.newest,
            now: now,
            isBehind: isBehind
        )
        if subscription.mustCollapse { collapse(heard: forest.sequence) }
        guard hearing == .tellNow || hearing == .tellLatest else { return }
        while let event = contents.popFirst() {
            let promise = subscription.promise(taken: forest.sequence, held: pace.oldestStamp())
            read(.node(event, snapshot(id)), promise: contents.isEmpty ? promise : min(promise, item.stamp - 1))
        }
        subscription.noteSent(id, now: now)
    }

    private func drain(limit: Int) {
        if isBehind { return }
        hear()
        if case .reset? = subscription.nextStartEvent() { reader.forget() }
        hearSynced()
        let (selection, world) = (subscription.selection, forest)
        _ = subscription.withCursor { walk.leaveLost(selection, &$0, in: world) }
        let owed = owed(subscription.due(at: now, limit: limit))
        let batch = batch(owed + walkOn(limit))
        for (id, _) in batch {
            if let parent = forest.nodes[id]?.parent, isSelected(parent), isAhead(parent) {
                subscription.dropNotice(of: id)
            }
        }
        for (id, leaves) in batch {
            let look = look(at: id)
            let news = pace.oldestStamp(of: id) == nil ? nil : forest.sequence
            while let event = subscription.next(of: id, look, untilGone: leaves, newsAsOf: news, now: now) {
                read(event, promise: subscription.promise(taken: forest.sequence, held: pace.oldestStamp()))
                // The socket may take no more after any event.
                if Int.random(in: 0..<20, using: &generator) == 0 { return }
            }
            hearSynced()
        }
    }

    /// The nodes that a broker looks up at once: each that left, or each after those above it that the reader lacks.
    private func batch(_ ids: [ProgressID]) -> [(id: ProgressID, leaves: Bool)] {
        var batch: [(id: ProgressID, leaves: Bool)] = []
        for id in ids {
            let leaves = subscription.owesDeparture(of: id)
            for one in leaves ? [id] : path(to: id) where !batch.contains(where: { $0 == (one, leaves) }) {
                batch.append((one, leaves))
            }
        }
        return batch
    }

    private func look(at id: ProgressID) -> NodeView {
        guard let node = forest.nodes[id] else { return .gone }
        return NodeView(
            snapshot: snapshot(id),
            isSelected: isSelected(id),
            isParentSelected: node.parent.map { isSelected($0) } ?? false,
            place: node.place
        )
    }

    private func path(to id: ProgressID) -> [ProgressID] {
        var path = [id]
        var current = id
        while let parent = forest.nodes[current]?.parent, subscription.owesEntrance(of: parent) {
            path.append(parent)
            current = parent
        }
        return path.reversed()
    }

    private func snapshot(_ id: ProgressID) -> ProgressSnapshot {
        var snapshot = ProgressSnapshot(id: id, rootID: forest.root(of: id))
        snapshot.parentID = forest.nodes[id]?.parent
        snapshot.version = Int64(forest.nodes[id]?.stamp ?? 0)
        return snapshot
    }
}
