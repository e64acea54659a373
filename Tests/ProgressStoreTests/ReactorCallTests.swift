import Platform
import ProgressStore
import Testing

/// The cluster thread wakes the reactors for each group of entries, so the way to them must stay as short as it was.
@Suite struct ReactorCallTests {
    @Test("the ten thousandth call is no deeper on the stack than the first")
    func depth() {
        let calls = ReactorCalls()
        let wakes = Lock<[Int]>([])
        let refusals = Lock<[Int]>([])
        calls.set(
            wake: { wakes.withLock { $0.append(frame()) } },
            refuse: { _ in refusals.withLock { $0.append(frame()) } }
        )
        for _ in 1...10_000 {
            calls.wake()
            calls.refuse("another cluster")
        }
        #expect(wakes.withLock { Set($0) }.count == 1)
        #expect(refusals.withLock { Set($0) }.count == 1)
        #expect(wakes.withLock(\.count) == 10_000)
        #expect(refusals.withLock(\.count) == 10_000)
    }

    @Test("nothing is called before there are reactors, nor after them")
    func nothingToCall() {
        let calls = ReactorCalls()
        let count = Lock(0)
        calls.wake()
        calls.set(wake: { count.withLock { $0 += 1 } }, refuse: { _ in count.withLock { $0 += 1 } })
        calls.clear()
        calls.wake()
        calls.refuse("another cluster")
        #expect(count.withLock { $0 } == 0)
    }
}

/// The address of a variable of the caller's frame.
private func frame() -> Int {
    var variable = 0
    return withUnsafeMutablePointer(to: &variable) { Int(bitPattern: $0) }
}
