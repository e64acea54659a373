/// A duration as it is written: the largest unit, and the next smaller one if it is not zero, and known.
struct DurationParts: Equatable, Sendable {
    struct Part: Equatable, Sendable {
        let count: UInt64
        let unit: DurationUnit
    }

    let larger: Part
    let smaller: Part?

    /// - Parameter uncertainty: width of the range that holds the duration, in seconds. If it exceeds one of the larger
    ///   unit, the smaller one is left out.
    init(seconds: UInt64, uncertainty: Double = 0) {
        var unit = DurationUnit.day
        while seconds < unit.seconds, let next = unit.next { unit = next }
        let (count, rest) = seconds.quotientAndRemainder(dividingBy: unit.seconds)
        larger = Part(count: count, unit: unit)
        guard let next = unit.next, rest >= next.seconds, uncertainty <= Double(unit.seconds) else {
            smaller = nil
            return
        }
        smaller = Part(count: rest / next.seconds, unit: next)
    }
}
