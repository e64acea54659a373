import Testing

@testable import MicroHTTPD

struct WaitQueueTests {
    private final class Waiter {
        let name: String
        init(_ name: String) { self.name = name }
    }

    private var queue = WaitQueue<Int, Waiter>()
    private let a = Waiter("a")
    private let b = Waiter("b")
    private let c = Waiter("c")

    @Test mutating func `those whose key is over are released, in the order in which they came`() {
        queue.enter(a, for: 1)
        queue.enter(b, for: 2)
        queue.enter(c, for: 1)

        let released = queue.release { $0 == 1 }

        #expect(released.map(\.name) == ["a", "c"])
        #expect(queue.count == 1)
        let rest = queue.release { _ in true }
        #expect(rest.map(\.name) == ["b"])
        #expect(queue.isEmpty)
    }

    @Test mutating func `whoever is late is told once, and stays until it leaves`() {
        queue.enter(a, for: 1, until: 10)
        queue.enter(b, for: 2, until: 20)

        #expect(queue.nextDeadline == 10)
        let late = [9, 10, 11].map { queue.late(now: $0).map(\.waiter.name) }
        #expect(late == [[], ["a"], []])
        #expect(queue.count == 2)
        #expect(queue.nextDeadline == 20)
        queue.leave(a, for: 1)
        let later = queue.late(now: 20)
        #expect(later.map(\.key) == [2])
    }

    @Test mutating func `whoever does not wait cannot leave`() {
        queue.enter(a, for: 1, until: 10)

        let left = [
            queue.leave(b, for: 1), queue.leave(a, for: 2), queue.leave(a, for: 1), queue.leave(a, for: 1),
        ]

        #expect(left == [false, false, true, false])
        #expect(queue.nextDeadline == .max)
    }

    @Test mutating func `the waiters for a key can be asked and stay`() {
        queue.enter(a, for: 1)
        queue.enter(b, for: 1)

        #expect(queue.waiters(for: 1).map(\.name) == ["a", "b"])
        #expect(queue.waiters(for: 3).isEmpty)
        #expect(queue.count == 2)
    }
}
