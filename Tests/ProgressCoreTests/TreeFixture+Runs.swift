import ProgressCore

/// Runs of a name that end slowly: 100 units, 80 at one a second, and 20 at one in six.
extension TreeFixture {
    /// Milliseconds before a unit is done.
    static func gap(before unit: Int) -> Double { unit < 80 ? 1_000 : 6_000 }

    func beginRun(_ letter: String, name: String? = "x") throws {
        try root(letter, 0, of: 100) { new in
            new.details = ProgressDetails()
            new.details?.name = name
        }
    }

    func workRun(_ letter: String, _ units: Range<Int>, _ gap: (Int) -> Double = TreeFixture.gap) throws {
        for unit in units {
            now += Int64(gap(unit))
            try complete(letter, by: 1)
        }
    }

    /// Runs that finish, each so many times as long as usual.
    func finishRuns(paces: [Double], removing: Bool = true) throws {
        for (place, pace) in paces.enumerated() {
            try beginRun("run\(place)")
            try workRun("run\(place)", 0..<100) { pace * Self.gap(before: $0) }
            if removing { try remove("run\(place)") }
        }
    }

    func timeLeft(_ letter: String) -> Double? { snapshot(letter).estimatedTimeRemaining }
}
