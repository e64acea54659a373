import Glibc

/// The speed that blocks show, and its certainty.
struct RateSpeed {
    let unitsPerSecond: Double
    /// Seconds since it last changed clearly.
    let seconds: Double
    /// Seconds of all the work.
    let secondsWorked: Double
    /// Squared deviation of a second's speed, as a part of the mean; nil where there is too little to tell.
    let variance: Double?

    /// The 80 % range is lopsided, because trouble makes work longer. For each part of the work that is done, how many
    /// deviations below and above it begins and ends, as logarithms; before that nothing is known.
    private static let ranges: [(done: Double, low: Double, high: Double)] = [
        (0.1, -1.4, 3.6), (0.25, -0.9, 2.4), (0.5, -0.8, 2.1), (0.75, -0.9, 2.0),
    ]
    /// Squared deviation that is taken for granted.
    private static let leastVariance = 0.01

    /// The width of the range that holds the time left in four of five cases, in seconds; nil if unknown.
    func uncertainty(of timeRemaining: Double) -> Double? {
        guard let variance, seconds > 0, timeRemaining > 0 else { return nil }
        let done = secondsWorked / (secondsWorked + timeRemaining)
        guard let range = Self.ranges.last(where: { $0.done <= done }) else { return nil }
        let deviation = (variance * (1 / seconds + 1 / timeRemaining) + Self.leastVariance).squareRoot()
        return timeRemaining * (exp(range.high * deviation) - exp(range.low * deviation))
    }
}
