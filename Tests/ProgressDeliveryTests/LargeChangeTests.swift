import ProgressCore
import ProgressStreams
import Testing

@testable import ProgressDelivery
@testable import ProgressRegistry

/// A broker that hears a change of many nodes.
struct LargeChangeTests {
    private static let count: UInt64 = 3_000
    private static let root = ProgressID(high: 0, low: 1)

    /// A root and its children, of which the last ones are below the first.
    private static var tree: [NewProgress] {
        (1...count).map { number in
            var one = NewProgress(id: ProgressID(high: 0, low: number))
            one.parentPosition = number == 1 ? -1 : number > count - 10 ? 1 : 0
            return one
        }
    }

    private let registry: ProgressRegistry
    private var inbox: Inbox

    init() {
        let state = RegistryState(limits: ProgressLimits())
        state.addMailbox(Mailbox(wake: {}))
        nonisolated(unsafe) let sent = state
        registry = ProgressRegistry(sent, epoch: [])
        inbox = Inbox(registry, reactor: 0)
    }

    private func change(_ body: (inout ProgressTree) throws -> Void) throws {
        try registry.enter { try body(&$0.tree) }
    }

    private mutating func heard() -> (marks: [ProgressID], moves: [Move]) {
        var heard: (marks: [ProgressID], moves: [Move]) = ([], [])
        inbox.collect()
        while !inbox.isEmpty {
            while let mark = inbox.nextMark() { heard.marks.append(mark.id) }
            if let move = inbox.nextMove() { heard.moves.append(move) }
        }
        return heard
    }

    @Test mutating func `a control call is heard of every node, and nothing is looked up before`() throws {
        try change { _ = try $0.insert(Self.tree, at: 0) }
        inbox.watch(.subtree(Self.root))

        try change { try $0.control($0.find(Self.root), .pause, by: Caller(role: .operator), at: 1) }

        let early = inbox.look { _ in true }
        let heard = heard()
        let late = inbox.look { _ in true }
        #expect(early == nil && late == true)
        #expect(Set(heard.marks).count == Int(Self.count) && heard.marks.count == Int(Self.count))
        #expect(heard.moves.isEmpty)
    }

    @Test mutating func `of a control call only what somebody watches is heard`() throws {
        try change { _ = try $0.insert(Self.tree, at: 0) }
        inbox.watch(.roots)

        try change { try $0.control($0.find(Self.root), .cancel, by: Caller(role: .operator), at: 1) }

        #expect(heard().marks == [Self.root])
    }

    @Test mutating func `a create is heard of in order, parents first, with the place below its top`() throws {
        inbox.watch(.everything)

        try change { _ = try $0.insert(Self.tree, at: 0) }

        let moves = heard().moves
        #expect(moves.map(\.id) == Self.tree.map(\.id))
        #expect(moves[0].isTop && moves[0].after?.depth == 0)
        #expect(moves.dropFirst().allSatisfy { !$0.isTop && $0.after?.depth == 2 })
        #expect(moves.last?.after?.parentID == Self.tree[1].id)
    }

    @Test mutating func `of what came and went before it was heard of it is heard that it came, and that its top went`()
        throws
    {
        inbox.watch(.everything)
        try change { _ = try $0.insert(Self.tree, at: 0) }

        try change { try $0.remove($0.find(Self.root), pending: .credit, at: 1) }

        let moves = heard().moves
        #expect(moves.map(\.id) == Self.tree.map(\.id) + [Self.root])
        #expect(moves.dropLast().allSatisfy { $0.before == nil && $0.after != nil })
        #expect(moves.dropFirst().dropLast().allSatisfy { $0.after?.depth == 2 && $0.place == .none })
        #expect(moves.last?.after == nil)
    }

    @Test mutating func `a change that comes after is heard after`() throws {
        inbox.watch(.everything)
        try change { _ = try $0.insert(Self.tree, at: 0) }
        let other = ProgressID(high: 1, low: 1)

        try change { _ = try $0.insert([NewProgress(id: other)], at: 1) }

        let moves = heard().moves
        #expect(moves.count == Int(Self.count) + 1 && moves.last?.id == other)
    }

    @Test mutating func `a tree that joins a parent is heard of in its old and its new place`() throws {
        let parent = ProgressID(high: 1, low: 1)
        try change { _ = try $0.insert([NewProgress(id: parent)], at: 0) }
        try change { _ = try $0.insert(Self.tree, at: 0) }
        inbox.watch(.subtree(Self.root))
        inbox.watch(.subtree(parent))

        try change { _ = try $0.attach($0.find(Self.root), to: $0.find(parent), pendingUnitCount: 1, at: 1) }

        let moves = heard().moves
        #expect(moves.first?.id == Self.root && Set(moves.map(\.id)) == Set(Self.tree.map(\.id)))
        let below = moves.dropFirst()
        #expect(below.allSatisfy { $0.before?.watchedTops == [Self.root] })
        #expect(below.allSatisfy { Set($0.after?.watchedTops ?? []) == [Self.root, parent] })
    }
}
