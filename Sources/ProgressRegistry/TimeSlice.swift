import Platform

/// The time that one piece of long work runs before everything else on its reactor gets its turn.
package struct TimeSlice {
    /// The number of nodes that one entry of the registry looks at: about ten microseconds.
    package static let nodesPerEntry = 256

    private let end: UInt64

    /// - Parameter nanoseconds: 0 ends the slice after every step, for tests.
    package init(nanoseconds: UInt64) { end = nanoseconds == 0 ? 0 : MonotonicClock.now() + nanoseconds }

    /// Ask after a step, so that each slice does at least one.
    package var isOver: Bool { end == 0 || MonotonicClock.now() >= end }
}
