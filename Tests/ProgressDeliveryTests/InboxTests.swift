import ProgressCore
import ProgressStreams
import Testing

@testable import ProgressDelivery
@testable import ProgressRegistry

/// How a broker reads trees whose places others may take.
struct InboxTests {
    private static let id = ProgressID(high: 0, low: 1)

    private static func state(completed: Int64) throws -> RegistryState {
        let sequence = UInt64(completed)
        var restoration = Restoration(limits: ProgressLimits(), nodeCount: 1)
        let counts = Counts(total: 10, completed: completed)
        try restoration.add(StoredProgress(id: id, counts: counts, ordinal: 1, createdAt: 0))
        return RegistryState(restored: try restoration.finish([], sequence: sequence, ordinal: 1, at: 0))
    }

    /// Trees that a stream watches, and the inbox of its broker.
    private static func watched(completed: Int64) throws -> (ProgressRegistry, Inbox) {
        let state = try state(completed: completed)
        state.addMailbox(Mailbox(wake: {}))
        nonisolated(unsafe) let sent = state
        let registry = ProgressRegistry(sent, epoch: [])
        let inbox = Inbox(registry, reactor: 0)
        inbox.watch(.node(id))
        return (registry, inbox)
    }

    private static func replace(in registry: ProgressRegistry, completed: Int64) throws {
        nonisolated(unsafe) let other = try state(completed: completed)
        registry.enter { $0.replaceContents(with: other) }
    }

    private static func completed(_ state: RegistryState) -> Int64? {
        (try? state.tree.find(id)).map { state.tree.snapshot(of: $0).completedUnitCount }
    }

    @Test func `nothing of other trees is looked up until all streams begin again`() throws {
        var (registry, inbox) = try Self.watched(completed: 5)
        inbox.collect()

        try Self.replace(in: registry, completed: 2)

        let early = inbox.look(Self.completed)
        #expect(early == nil && inbox.isOutdated && inbox.isEmpty && inbox.taken == 5)
        let hasOthers = inbox.beginAgain()
        let late = inbox.look(Self.completed)
        #expect(hasOthers && late == 2 && !inbox.isOutdated && inbox.taken == 2)
    }

    @Test func `mail about the trees before is thrown away, though it was collected`() throws {
        var (registry, inbox) = try Self.watched(completed: 5)
        registry.enter { state in
            _ = (try? state.tree.find(Self.id)).map { try? state.tree.complete($0, by: 1, at: 1) }
        }
        inbox.collect()
        let hadMail = !inbox.isEmpty

        try Self.replace(in: registry, completed: 2)
        let hasOthers = inbox.beginAgain()

        #expect(hadMail && hasOthers && inbox.isEmpty)
    }

    @Test func `streams that begin again with the same trees lose no mail`() throws {
        var (registry, inbox) = try Self.watched(completed: 5)
        registry.enter { state in
            _ = (try? state.tree.find(Self.id)).map { try? state.tree.complete($0, by: 1, at: 1) }
        }
        inbox.collect()

        let hasOthers = inbox.beginAgain()

        let mark = inbox.nextMark()
        #expect(!hasOthers && mark?.id == Self.id)
    }
}
