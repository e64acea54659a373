/// The shown speed of a progress (docs/contract.md, section 7): the reported one, else the computed one.
package struct ShownSpeed: Equatable, Sendable {
    /// Units per second.
    package var throughput: Double?
    /// Seconds.
    package var timeRemaining: Double?
    /// The width of the range that holds the time left in four of five cases, in seconds: 0 for a reported one,
    /// infinite if unknown.
    package var uncertainty = 0.0
}
