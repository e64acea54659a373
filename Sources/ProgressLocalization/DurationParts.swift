/// A duration as it is written: the largest unit, and the next smaller one if it is not zero, and known.
struct DurationParts: Equatable, Sendable {
    struct Part: Equatable, Sendable {
        let count: UInt64
        let unit: DurationUnit
    }

    let larger: Part
    let smaller: Part?

    /// - Parameter uncertainty: how many seconds the range is wide in which it is. Where that is more than one of the
    ///   larger unit, the smaller one says nothing.
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
