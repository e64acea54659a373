import Platform

/// How long one piece of long work goes on before everything else on its reactor has its turn.
package struct TimeSlice {
    /// Nodes that are looked at in one entry of the registry: some ten microseconds.
    package static let nodesPerEntry = 256

    private let end: UInt64

    /// - Parameter nanoseconds: 0: over after every step, for tests.
    package init(nanoseconds: UInt64) { end = nanoseconds == 0 ? 0 : MonotonicClock.now() + nanoseconds }

    /// To be asked after a step: each slice is good for one at the least.
    package var isOver: Bool { end == 0 || MonotonicClock.now() >= end }
}
