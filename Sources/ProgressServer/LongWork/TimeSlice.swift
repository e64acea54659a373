import MicroHTTPD

/// How long one piece of long work goes on before everything else on its reactor has its turn.
struct TimeSlice {
    /// Nodes that are looked at in one entry of the registry: some ten microseconds.
    static let grain = 256

    private let end: UInt64

    /// - Parameter nanoseconds: 0: over after every step, for tests.
    init(nanoseconds: UInt64) { end = nanoseconds == 0 ? 0 : MonotonicClock.now() + nanoseconds }

    /// To be asked after a step: each slice is good for one at the least.
    var isOver: Bool { end == 0 || MonotonicClock.now() >= end }
}
