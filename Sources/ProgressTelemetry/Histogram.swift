/// Counts durations in buckets. One thread counts, any thread reads.
package final class Histogram: Sendable {
    /// Upper bounds in nanoseconds, growing; longer durations have a bucket after the last.
    package let bounds: [Int]
    private let bank: CounterBank

    package init(bounds: [Int]) {
        self.bounds = bounds
        bank = CounterBank(count: bounds.count + 2)
    }

    /// Cost: grows with the bucket, so that the usual, short durations cost least.
    package func note(_ nanoseconds: Int) {
        var place = 0
        while place < bounds.count && bounds[place] < nanoseconds { place += 1 }
        bank.add(at: place)
        bank.add(nanoseconds, at: bounds.count + 1)
    }

    package var reading: HistogramReading {
        var values = bank.values()
        let sum = values.removeLast()
        return HistogramReading(bounds: bounds, counts: values, sum: sum)
    }
}

/// The values of a histogram at one moment.
package struct HistogramReading: Equatable {
    package let bounds: [Int]
    /// One for each bound, and one for everything above the last.
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
