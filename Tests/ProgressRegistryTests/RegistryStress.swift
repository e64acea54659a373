import Glibc
import ProgressCore
import Synchronization
import Testing

@testable import Platform
@testable import ProgressRegistry

/// The registry's executor under mixed callers. Meant to be run with `--sanitize=thread` as well.
@Suite(.serialized) struct RegistryStress {
    private static func registry() throws -> (ProgressRegistry, ProgressID) {
        let id = ProgressID(high: 0, low: 1)
        let registry = ProgressRegistry(RegistryState(limits: ProgressLimits()), epoch: Array("test".utf8))
        try registry.enter { registry in _ = try registry.tree.insert([NewProgress(id: id)], at: 0) }
        return (registry, id)
    }

    private static func complete(_ registry: RegistryState, _ id: ProgressID) {
        guard let index = try? registry.tree.find(id) else { return }
        _ = try? registry.tree.complete(index, by: 1, at: 0)
    }

    private static func completed(_ registry: ProgressRegistry, _ id: ProgressID) throws -> Int64 {
        try registry.enter { registry in registry.tree.snapshot(of: try registry.tree.find(id)).completedUnitCount }
    }

    @Test func `threads that enter and tasks that await add up exactly`() async throws {
        let (registry, id) = try Self.registry()

        let threads = (0..<6).map { _ in
            Thread { for _ in 0..<5_000 { registry.enter { Self.complete($0, id) } } }.start()
        }
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<2_500 { await registry.perform { Self.complete($0, id) } }
                }
            }
        }
        for thread in threads { pthread_join(thread, nil) }

        #expect(try Self.completed(registry, id) == 6 * 5_000 + 8 * 2_500)
    }

    @Test func `ten thousand tasks at once all get their turn`() async throws {
        let (registry, id) = try Self.registry()

        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<10_000 { group.addTask { await registry.perform { Self.complete($0, id) } } }
        }

        #expect(try Self.completed(registry, id) == 10_000)
    }

    @Test func `who awaits is not starved by threads that never rest`() async throws {
        let (registry, id) = try Self.registry()
        let isOver = Flag()
        let threads = (0..<2).map { _ in
            Thread { while !isOver.isSet { registry.enter { Self.complete($0, id) } } }.start()
        }

        for _ in 0..<200 { await registry.perform { Self.complete($0, id) } }
        isOver.set()
        for thread in threads { pthread_join(thread, nil) }

        #expect(try Self.completed(registry, id) >= 200)
    }

    @Test func `errors come out of both ways in`() async throws {
        let (registry, _) = try Self.registry()
        let nobody = ProgressID(high: 9, low: 9)

        #expect(throws: ProgressError.self) {
            try registry.enter { registry throws(ProgressError) in _ = try registry.tree.find(nobody) }
        }
        await #expect(throws: ProgressError.self) {
            try await registry.perform { registry throws(ProgressError) in _ = try registry.tree.find(nobody) }
        }
    }

    @Test func `marks reach the reactor that watches, once for many changes`() throws {
        let (registry, id) = try Self.registry()
        let wakes = Counter()
        registry.enter { registry in
            registry.addMailbox(Mailbox(wake: {}))
            registry.addMailbox(Mailbox(wake: { wakes.add() }))
            registry.watch(.node(id), reactor: 1)
        }

        for _ in 0..<100 { registry.enter { Self.complete($0, id) } }
        let (mine, others) = registry.enter { ($0.mailboxes[1].take(), $0.mailboxes[0].take()) }

        #expect(wakes.value == 1)
        #expect(mine.marks.map(\.id) == [id] && mine.moves.isEmpty)
        #expect(others.isEmpty)
        registry.enter { $0.unwatch(.node(id), reactor: 1) }
        registry.enter { Self.complete($0, id) }
        #expect(registry.enter { $0.mailboxes[1].isEmpty })
    }
}

private final class Flag: Sendable {
    private let value = Atomic<Bool>(false)

    var isSet: Bool { value.load(ordering: .relaxed) }

    func set() { value.store(true, ordering: .relaxed) }
}

private final class Counter: Sendable {
    private let count = Atomic<Int>(0)

    var value: Int { count.load(ordering: .sequentiallyConsistent) }

    func add() { count.add(1, ordering: .sequentiallyConsistent) }
}
