import Glibc
import Platform
import Testing

struct ThreadExecutorTests {
    @Test func `a body runs on the thread of its executor, to which it returns from other actors`() async {
        let walker = Walker()

        walker.executor.run { await walker.walk(steps: 1_000) }
        walker.executor.join()

        #expect(!walker.executor.isRunning)
        #expect(!walker.hasLeftItsThread.isRaised)
        #expect(await walker.counter.count == 1_000)
    }

    private actor Walker {
        nonisolated let executor = ThreadExecutor()
        nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
        nonisolated let counter = Counter()
        nonisolated let hasLeftItsThread = Flag()

        func walk(steps: Int) async {
            let home = Self.thread
            for _ in 0..<steps {
                await counter.add()
                if Self.thread != home { hasLeftItsThread.raise() }
            }
        }

        private static var thread: pthread_t { pthread_self() }
    }

    private actor Counter {
        private(set) var count = 0

        func add() { count += 1 }
    }
}
