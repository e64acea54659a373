/// How often something took how long; one thread counts, any thread reads.
final class Histogram: Sendable {
    /// Upper bounds in nanoseconds, growing; what is above the last counts as well.
    let bounds: [Int]
    private let sheet: TallySheet

    init(bounds: [Int]) {
        self.bounds = bounds
        sheet = TallySheet(count: bounds.count + 2)
    }

    /// Cost: grows with the bucket, so that what is usual, and short, costs least.
    func note(_ nanoseconds: Int) {
        var place = 0
        while place < bounds.count && bounds[place] < nanoseconds { place += 1 }
        sheet.add(at: place)
        sheet.add(nanoseconds, at: bounds.count + 1)
    }

    var reading: HistogramReading {
        var values = sheet.values()
        let sum = values.removeLast()
        return HistogramReading(bounds: bounds, counts: values, sum: sum)
    }
}

/// What a histogram said when it was looked at.
struct HistogramReading: Equatable {
    let bounds: [Int]
    /// One for each bound, and one for what was above all of them.
    var counts: [Int]
    /// Nanoseconds.
    var sum: Int

    /// Both have the same bounds.
    static func + (lhs: HistogramReading, rhs: HistogramReading) -> HistogramReading {
        HistogramReading(
            bounds: lhs.bounds,
            counts: zip(lhs.counts, rhs.counts).map { $0 + $1 },
            sum: lhs.sum + rhs.sum
        )
    }
}
