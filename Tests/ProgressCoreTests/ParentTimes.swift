import Testing

@testable import ProgressCore

/// Tests of how long a parent takes, from how long its children do.
protocol ParentTimes {
    var fixture: TreeFixture { get }
}

extension ParentTimes {
    func seconds(_ letter: String = "p") -> Double? { fixture.snapshot(letter).estimatedTimeRemaining }

    func expect(_ seconds: Double, of letter: String = "p", within part: Double = 0.03) throws {
        let told = try #require(self.seconds(letter))
        #expect(abs(told - seconds) <= part * seconds + 1, "\(letter): \(told) instead of \(seconds)")
    }

    /// Each letter completes its units once a second.
    func work(_ seconds: Int, _ units: KeyValuePairs<String, Int64>) throws {
        for _ in 0..<seconds {
            fixture.now += 1_000
            for (letter, count) in units { try fixture.complete(letter, by: count) }
        }
    }

    func children(_ sizes: KeyValuePairs<String, Int64>, worth: Int64 = 1) throws {
        try fixture.root("p", 0, of: Int64(sizes.count) * worth)
        for (letter, size) in sizes { try fixture.child(letter, of: "p", worth: worth, 0, of: size) }
    }
}

extension NewProgress {
    mutating func isFile() {
        details = ProgressDetails()
        details?.kind = "file"
    }
}
