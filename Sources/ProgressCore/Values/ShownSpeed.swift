/// The shown speed of a progress (docs/contract.md, section 7): the reported one, else the computed one.
package struct ShownSpeed: Equatable, Sendable {
    /// Units per second.
    package var throughput: Double?
    /// Seconds.
    package var timeRemaining: Double?
    /// How wide the range is in which the time left is in four of five cases, in seconds: 0 for a reported one,
    /// infinite if unknown.
    package var uncertainty = 0.0
}
