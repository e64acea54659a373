import Testing

@testable import ProgressHTTP

struct FailureThrottleTests {
    private static let second: UInt64 = 1_000_000_000

    @Test func `one a second comes through, and says how many did not`() {
        var throttle = FailureThrottle()

        let admitted = [0, 1, 500_000_000, 999_999_999, Self.second, Self.second + 1, 3 * Self.second]
            .map { throttle.admit(.limitNodes, now: 10 + $0) }

        #expect(admitted == [0, nil, nil, nil, 3, nil, 1])
    }

    @Test func `each kind has a line of its own`() {
        var throttle = FailureThrottle()

        #expect(throttle.admit(.limitNodes, now: 5) == 0)
        #expect(throttle.admit(.limitText, now: 5) == 0)
        #expect(throttle.admit(.limitNodes, now: 6) == nil)
    }
}
