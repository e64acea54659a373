import ProgressTerminal
import Testing

struct FoldTests {
    @Test func `a tree that fits is shown whole`() {
        let fold = Fold(lines([(0, .running), (1, .finished)]), height: 2)

        #expect(fold.lines.count == 2)
        #expect(fold.hiddenCount == 0)
    }

    @Test func `what has finished gives way first, leaves before their parents`() {
        let all = lines([(0, .running), (1, .finished), (2, .finished), (1, .failed), (1, .running)])

        let fold = Fold(all, height: 4)

        #expect(fold.lines.map(\.name) == ["0", "3", "4"])
        #expect(fold.hiddenCount == 2)
    }

    @Test func `a finished parent of what works stays`() {
        let all = lines([(0, .finished), (1, .running), (0, .finished), (0, .finished)])

        let fold = Fold(all, height: 3)

        #expect(fold.lines.map(\.name) == ["0", "1"])
    }

    @Test func `what still does not fit is counted`() {
        let fold = Fold(lines(Array(repeating: (0, .running), count: 10) + [(0, .cancelled)]), height: 4)

        #expect(fold.lines.count == 3)
        #expect(fold.hiddenCount == 8)
    }

    @Test func `the deepest give way before what is above them, failures last`() {
        let below = Array(repeating: (1, LineState.running), count: 8)
        let all = lines([(0, .running)] + below + [(1, .failed), (2, .running), (0, .paused)])

        let fold = Fold(all, height: 5)

        #expect(fold.lines.map(\.name) == ["0", "1", "9", "11"])
        #expect(fold.hiddenCount == 8)
    }

    private func lines(_ shape: [(depth: Int, state: LineState)]) -> [TextLine] {
        shape.enumerated().map {
            TextLine(
                depth: $1.depth,
                name: "\($0)",
                percent: "0%",
                fraction: 0,
                state: $1.state,
                text: ""
            )
        }
    }
}
