import ProgressCore
import ProgressStreams
import Testing

@testable import ProgressRegistry

/// A registry whose contents are replaced by others while it is in use.
struct ReplacingTests {
    private static let (kept, lost, new) = (id(1), id(2), id(3))

    private static func id(_ number: UInt64) -> ProgressID { ProgressID(high: 0, low: number) }

    private static func state(_ ids: [ProgressID], sequence: UInt64) throws -> RegistryState {
        var restoration = Restoration(limits: ProgressLimits(), nodeCount: ids.count)
        for (place, id) in ids.enumerated() {
            let counts = Counts(total: 10, completed: Int64(sequence))
            try restoration.add(StoredProgress(id: id, counts: counts, ordinal: UInt64(place + 1), createdAt: 0))
        }
        return RegistryState(restored: try restoration.finish([], sequence: sequence, ordinal: 9, at: 0))
    }

    @Test func `what was loaded takes the place of what was there, which its giver has then`() throws {
        let state = try Self.state([Self.kept, Self.lost], sequence: 5)
        let loaded = try Self.state([Self.kept, Self.new], sequence: 7)

        state.replaceContents(with: loaded)

        #expect(state.tree.sequence == 7 && state.tree.forest.holds(Self.new) && !state.tree.forest.holds(Self.lost))
        #expect(loaded.tree.sequence == 5 && loaded.tree.forest.holds(Self.lost))
    }

    @Test func `who watches a progress looks again, and hears that it is gone`() throws {
        let state = try Self.state([Self.kept, Self.lost], sequence: 5)
        state.addMailbox(Mailbox(wake: {}))
        for id in [Self.kept, Self.lost] { state.watch(.node(id), reactor: 0) }

        state.replaceContents(with: try Self.state([Self.kept, Self.new], sequence: 7))
        state.publish(from: nil)

        let mail = state.mailboxes[0].take()
        #expect(mail.marks.map(\.id) == [Self.kept])
        #expect(mail.moves.map(\.id) == [Self.lost] && mail.moves[0].after == nil)
        #expect(!state.isDeparting(Self.lost))
    }

    @Test func `what is watched in the old trees is watched in the new ones`() throws {
        let state = try Self.state([Self.lost, Self.kept], sequence: 5)
        state.addMailbox(Mailbox(wake: {}))
        state.watch(.subtree(Self.kept), reactor: 0)
        state.replaceContents(with: try Self.state([Self.kept], sequence: 7))
        state.publish(from: nil)
        _ = state.mailboxes[0].take()

        _ = try state.tree.complete(try state.tree.find(Self.kept), by: 1, at: 1)
        state.publish(from: nil)

        #expect(state.mailboxes[0].take().marks.map(\.id) == [Self.kept])
    }

    @Test func `mail about the old trees is thrown away, also where the new ones are older`() throws {
        let state = try Self.state([Self.kept, Self.lost], sequence: 5)
        state.addMailbox(Mailbox(wake: {}))
        state.watch(.everything, reactor: 0)
        state.watch(.node(Self.kept), reactor: 0)
        _ = try state.tree.complete(try state.tree.find(Self.kept), by: 1, at: 1)
        state.publish(from: nil)

        state.replaceContents(with: try Self.state([Self.kept], sequence: 2))
        state.publish(from: nil)

        #expect(state.mailboxes[0].take().marks.map(\.stamps) == [2...2])
    }

    @Test func `a reader that returns with an id from before starts over`() throws {
        let state = try Self.state([Self.kept, Self.lost], sequence: 5)

        state.replaceContents(with: try Self.state([Self.kept], sequence: 7))

        #expect(state.departures.since(6) == nil)
        #expect(state.departures.since(7)?.isEmpty == true)
    }

    @Test func `a reader that may have seen what older trees lost starts over`() throws {
        let state = try Self.state([Self.kept, Self.lost], sequence: 5)

        state.replaceContents(with: try Self.state([Self.kept], sequence: 2))

        #expect(state.departures.since(4) == nil)
        #expect(state.departures.since(5)?.isEmpty == true)
    }

    @Test func `a summary in the making ends with what the new trees hold`() throws {
        let registry = ProgressRegistry(try Self.state([Self.kept], sequence: 5), epoch: [])
        let job = SummaryJob(of: Self.kept, registry, reactor: 0)
        _ = job.run(TimeSlice(nanoseconds: 0))

        let loaded = try Self.state([Self.new], sequence: 7)
        nonisolated(unsafe) let other = loaded
        registry.enter { $0.replaceContents(with: other) }
        while !job.run(TimeSlice(nanoseconds: 0)) {}

        #expect(job.summary?.latest.id ?? Self.kept == Self.kept)
    }
}
