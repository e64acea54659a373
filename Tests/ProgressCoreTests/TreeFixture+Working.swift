@testable import ProgressCore

extension TreeFixture {
    /// `p` at ten units of 1,000 a second, the last update now.
    static func working(every milliseconds: Int64 = 1_000) throws -> TreeFixture {
        let fixture = TreeFixture()
        try fixture.root("p", 0, of: 1_000)
        try fixture.work("p", by: 10, times: 5, every: milliseconds)
        try fixture.complete("p", by: 10)
        return fixture
    }

    /// Units a second, and seconds left.
    func speed(_ letter: String = "p") -> [Double?] {
        [snapshot(letter).throughput, snapshot(letter).estimatedTimeRemaining]
    }
}
