import Glibc
import Platform
import Testing

struct WakePipeTests {
    @Test func `a ring before the sleep is not lost, and is heard once`() {
        let pipe = WakePipe()
        pipe.ring()
        pipe.ring()

        let first = pipe.wait(until: .max)
        let second = pipe.wait(until: 0)

        #expect(first && !second)
    }

    @Test func `a ring of another thread ends a sleep, as often as it comes`() {
        let (pipe, answer) = (WakePipe(), WakePipe())
        let thread = Thread {
            for _ in 0..<1_000 {
                _ = answer.wait(until: .max)
                pipe.ring()
            }
        }
        let handle = thread.start()

        for _ in 0..<1_000 {
            answer.ring()
            #expect(pipe.wait(until: .max))
        }

        pthread_join(handle, nil)
        #expect(!pipe.drain())
    }

    @Test func `a sleep without a ring ends at its deadline`() {
        let pipe = WakePipe()
        let deadline = MonotonicClock.now() + 2_000_000

        let rung = pipe.wait(until: deadline)

        #expect(!rung && MonotonicClock.now() >= deadline)
    }
}
