import ProgressCore
import ProgressStreams
import Testing

@testable import ProgressRegistry

/// The marks and moves of a registry that follows, compared with those of the writer's.
struct FollowingTests {
    private let writer = RegistryState(limits: ProgressLimits())
    private let follower: RegistryState
    private let root = id(1)
    private let child = id(2)
    private let other = id(3)

    private static func id(_ number: UInt64) -> ProgressID { ProgressID(high: 0, low: number) }

    init() throws {
        let restoration = Restoration(limits: ProgressLimits(), nodeCount: 0)
        follower = RegistryState(restored: try restoration.finish([], sequence: 0, ordinal: 0, at: nil))
        follower.beginFollowing()
        follower.addMailbox(Mailbox(wake: {}))
        follower.watch(.everything, reactor: 0)
        writer.tree.beginRecording()
        writer.tree.beginMoments()
    }

    private func write(_ body: (inout ProgressTree) throws -> Void) throws {
        try body(&writer.tree)
        writer.publish(from: nil)
    }

    private func create(_ id: ProgressID, under parent: ProgressID? = nil, vanishes: Bool = false) throws {
        try write { tree in
            var one = NewProgress(id: id)
            one.counts = Counts(total: 10, completed: 0)
            one.pendingUnitCount = 5
            one.removeWhenFinished = vanishes
            _ = try tree.insert([one], under: try parent.map { try tree.find($0) }, at: 1)
        }
    }

    private func complete(_ id: ProgressID, by count: Int64) throws {
        try write { _ = try $0.complete(try $0.find(id), by: count, at: 2) }
    }

    private func control(_ id: ProgressID, _ control: Control) throws {
        try write { try $0.control(try $0.find(id), control, by: Caller(role: .operator), at: 3) }
    }

    /// - Returns: the mail of the follower's reactor for everything written since the last call.
    private func follow() throws -> Mail {
        var changes = AdoptedChanges()
        while writer.tree.takeUnsaved(most: 3, { changes.things.append(adopted($0)) }) {}
        (changes.sequence, changes.ordinal) = (writer.tree.sequence, writer.tree.newestOrdinal)
        try follower.adopt(changes, at: 0)
        return follower.mailboxes[0].take()
    }

    private func adopted(_ unsaved: Unsaved) -> Adopted {
        switch unsaved {
        case .node(let stored): .node(stored)
        case .noNode(let id): .noNode(id)
        case .reservation(let reservation): .reservation(reservation)
        case .noReservation(let key): .noReservation(key)
        case .run(let item, let name): .run(item, name: name)
        case .noRun(let id): .noRun(id)
        }
    }

    @Test func `every state within a group is told, in order`() throws {
        try create(root)
        _ = try follow()

        try control(root, .pause)
        try control(root, .resume)
        try complete(root, by: 10)
        let mail = try follow()

        #expect(mail.marks.map(\.id) == [root])
        #expect(mail.marks[0].moments.map(\.state) == [.paused, .running, .finished])
        #expect(mail.marks[0].moments.map(\.version) == [2, 3, 4])
        #expect(mail.marks[0].kinds.contains(.state))
    }

    @Test func `a finish that is taken back and comes again within a group is told with its counts`() throws {
        try create(root)
        try complete(root, by: 10)
        _ = try follow()

        try complete(root, by: -1)
        try complete(root, by: 1)
        let mail = try follow()

        #expect(mail.marks.map(\.id) == [root])
        #expect(mail.marks[0].moments.map(\.state) == [.running, .finished])
        #expect(mail.marks[0].kinds.isSuperset(of: [.progress, .state]))
    }

    @Test func `the state in which a root joins a parent is told by its move alone`() throws {
        try create(root)
        try create(other)
        try create(child, under: other)
        try control(root, .cancel)
        _ = try follow()

        try write { _ = try $0.attach(try $0.find(other), to: try $0.find(root), pendingUnitCount: 3, at: 5) }
        let mail = try follow()

        #expect(mail.moves.map(\.id) == [other, child])
        #expect(mail.moves.map(\.contents) == [.state, .state])
        #expect(mail.marks.map(\.id).filter { $0 != root } == [])
    }

    @Test func `a moment shows the counts and the fraction of that moment`() throws {
        try create(root)
        try create(child, under: root)
        _ = try follow()

        try complete(child, by: 4)
        try control(root, .pause)
        try complete(child, by: 2)
        try control(root, .resume)
        let moments = try follow().marks.first { $0.id == root }?.moments ?? []

        #expect(moments.map(\.fractionCompleted) == [0.2, 0.3])
    }

    @Test func `a progress that vanishes as it finishes is told as finished, then as gone`() throws {
        try create(root)
        try create(child, under: root, vanishes: true)
        _ = try follow()

        try complete(child, by: 10)
        let mail = try follow()

        let move = mail.moves.first { $0.id == child }
        #expect(move?.after == nil && move?.before?.parentID == root)
        let states = move?.last.compactMap { event in
            if case .node(_, let snapshot) = event { snapshot.state } else { nil }
        }
        #expect(states?.last == .finished)
    }

    @Test func `nothing of a group is promised before all of it is told`() throws {
        try create(root)
        _ = try follow()
        let before = follower.tree.sequence

        try complete(root, by: 1)
        try create(child, under: root)
        try complete(root, by: 1)
        let mail = try follow()

        #expect(mail.moves.map(\.stamp) == [before + 1])
        #expect(mail.marks.map(\.stamps.lowerBound) == [before + 1])
        #expect(follower.tree.sequence == before + 3)
    }

    @Test func `a reader that comes from the writer in the middle of a group hears of every removal in it`() throws {
        try create(root)
        try create(child, under: root)
        _ = try follow()
        try write { try $0.remove(try $0.find(child), pending: .release, at: 4) }
        let lastID = writer.tree.sequence
        try complete(root, by: 1)
        _ = try follow()

        let opening = follower.opening(
            for: .roots(.init(), descendants: true),
            followsRuns: false,
            .after(lastID)
        )

        #expect(opening.owesReset == false)
        #expect(opening.debts.contains { if case .removal(let id) = $0 { id == child } else { false } })
    }

    @Test func `a reader that comes from the writer hears that something is gone that no follower ever knew`() throws {
        try create(root)
        _ = try follow()
        try create(other, vanishes: true)
        let lastID = writer.tree.sequence
        try complete(other, by: 10)
        _ = try follow()

        let opening = follower.opening(
            for: .roots(.init(), descendants: false),
            followsRuns: false,
            .after(lastID)
        )

        #expect(opening.debts.contains { if case .removal(let id) = $0 { id == other } else { false } })
    }

    @Test func `a root that joins a parent is told with what is below it`() throws {
        try create(root)
        try create(other)
        try create(child, under: other)
        _ = try follow()

        try write { _ = try $0.attach(try $0.find(other), to: try $0.find(root), pendingUnitCount: 3, at: 5) }
        let mail = try follow()

        #expect(mail.moves.map(\.id) == [other, child])
        #expect(mail.moves[0].isTop && mail.moves[0].after?.parentID == root && mail.moves[0].before?.parentID == nil)
        #expect(!mail.moves[1].isTop && mail.moves[1].after?.depth == 3)
    }

    @Test func `what left below a root that joined a parent is told after it joined`() throws {
        try create(root)
        try create(other)
        try create(child, under: other)
        _ = try follow()

        try write { _ = try $0.attach(try $0.find(other), to: try $0.find(root), pendingUnitCount: 3, at: 5) }
        try write { try $0.remove(try $0.find(child), pending: .release, at: 6) }
        let mail = try follow()

        #expect(mail.moves.map(\.id) == [other, child])
        #expect(mail.moves.last?.after == nil && mail.moves.last?.before?.parentID == other)
    }

    @Test func `a name that goes over is told`() throws {
        var details = ProgressDetails()
        details.name = "job"
        follower.watch(.name("job"), reactor: 0)
        for id in [root, other] {
            try write { tree in
                var one = NewProgress(id: id)
                one.details = details
                one.counts = Counts(total: 1, completed: 1)
                _ = try tree.insert([one], at: 1)
            }
            if id == root { _ = try follow() }
        }

        let taken = try follow().moves.compactMap(\.takenName)

        #expect(taken.map(\.from) == [root])
        #expect(try follower.tree.find(name: "job") == follower.tree.find(other))
    }
}
