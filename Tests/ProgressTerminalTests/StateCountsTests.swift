import ProgressTerminal
import Testing

struct StateCountsTests {
    @Test func `what works comes first, and each has its color`() {
        let states: [LineState] = [.failed, .running, .finished, .running]

        let counts = StateCounts(
            states.map { TextLine(depth: 0, name: "a", percent: nil, fraction: 0, state: $0, text: "") }
        )

        #expect(counts.text(.plain) == "2 running, 1 finished, 1 failed")
        #expect(counts.text(.colored).hasSuffix("\u{1B}[1;31m1 failed\u{1B}[0m"))
    }
}
