/// The course of a finished run: the part that was done at each sixteenth of its working time (docs/decisions/0037).
package struct RunProfile: Sendable {
    package static let pointCount = 16
    /// A name keeps those of so many of its newest runs.
    package static let keptCount = 5
    /// All of the work, in `points`.
    private static let whole: UInt16 = .max
    /// Seconds; shorter runs teach nothing.
    private static let shortest: Float = 2

    /// The time worked, in seconds: pauses and a single hang are not in it.
    package let seconds: Float
    /// The part that was done at 0/16 … 15/16 of the time, growing.
    private var points = InlineArray<16, UInt16>(repeating: 0)

    /// - Parameter points: `pointCount` of them, in parts of 65,535.
    /// - Returns: nil for values that no run leaves.
    package init?(seconds: Float, points: [UInt16]) {
        guard seconds >= Self.shortest, seconds.isFinite, points.count == Self.pointCount else { return nil }
        self.seconds = seconds
        for (place, point) in points.enumerated() {
            if place > 0 && point < points[place - 1] { return nil }
            self.points[place] = point
        }
    }

    /// Takes the blocks of a node's rate as it finishes. Units from before the rate began count as done at once.
    /// - Parameter total: the units of all of the work.
    init?(_ blocks: RateBlocks, of total: Double) {
        guard !blocks.isPart, blocks.milliseconds >= Self.shortest * 1_000, total > 0 else { return nil }
        seconds = blocks.milliseconds / 1_000
        var amounts: [Double] = []
        blocks.forEachBlock { amounts.append(Double($0.value)) }
        let length = Double(blocks.milliseconds - blocks.openMilliseconds) / Double(max(amounts.count, 1))
        amounts.append(Double(blocks.openUnits))
        let sum = amounts.reduce(0, +)
        let whole = max(total, sum)
        if whole <= 0 || !whole.isFinite { return nil }
        var (done, start, place) = (whole - sum, 0.0, 0)
        for point in 0..<Self.pointCount {
            let time = Double(blocks.milliseconds) * Double(point) / Double(Self.pointCount)
            while place < amounts.count - 1 && start + length <= time {
                done += amounts[place]
                start += length
                place += 1
            }
            let span = place < amounts.count - 1 ? length : Double(blocks.openMilliseconds)
            let part = span > 0 ? min((time - start) / span, 1) : 0
            points[point] = UInt16(min(max((done + amounts[place] * part) / whole, 0), 1) * Double(Self.whole))
        }
    }

    package func forEachPoint(_ body: (UInt16) -> Void) {
        for place in 0..<Self.pointCount { body(points[place]) }
    }

    /// The part of the run's time after which this fraction was done.
    func share(at fraction: Double) -> Double {
        let wanted = fraction * Double(Self.whole)
        var before = Double(points[0])
        if wanted <= before { return 0 }
        for place in 1...Self.pointCount {
            let after = Double(place < Self.pointCount ? points[place] : Self.whole)
            if after >= wanted {
                return (Double(place - 1) + (wanted - before) / (after - before)) / Double(Self.pointCount)
            }
            before = after
        }
        return 1
    }
}

extension RunProfile: Equatable {
    package static func == (one: RunProfile, other: RunProfile) -> Bool {
        for place in 0..<pointCount where one.points[place] != other.points[place] { return false }
        return one.seconds == other.seconds
    }
}
