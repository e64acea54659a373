/// How often something took how long; one thread counts, any thread reads.
package final class Histogram: Sendable {
    /// Upper bounds in nanoseconds, growing; what is above the last counts as well.
    package let bounds: [Int]
    private let sheet: TallySheet

    package init(bounds: [Int]) {
        self.bounds = bounds
        sheet = TallySheet(count: bounds.count + 2)
    }

    /// Cost: grows with the bucket, so that what is usual, and short, costs least.
    package func note(_ nanoseconds: Int) {
        var place = 0
        while place < bounds.count && bounds[place] < nanoseconds { place += 1 }
        sheet.add(at: place)
        sheet.add(nanoseconds, at: bounds.count + 1)
    }

    package var reading: HistogramReading {
        var values = sheet.values()
        let sum = values.removeLast()
        return HistogramReading(bounds: bounds, counts: values, sum: sum)
    }
}

/// What a histogram said when it was looked at.
package struct HistogramReading: Equatable {
    package let bounds: [Int]
    /// One for each bound, and one for what was above all of them.
    package var counts: [Int]
    /// Nanoseconds.
    package var sum: Int

    package init(bounds: [Int], counts: [Int], sum: Int) {
        self.bounds = bounds
        self.counts = counts
        self.sum = sum
    }

    /// Both have the same bounds.
    package static func + (lhs: HistogramReading, rhs: HistogramReading) -> HistogramReading {
        HistogramReading(
            bounds: lhs.bounds,
            counts: zip(lhs.counts, rhs.counts).map { $0 + $1 },
            sum: lhs.sum + rhs.sum
        )
    }
}
