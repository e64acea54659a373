/// What is shown of a progress's speed (docs/contract.md, section 7): as reported, else as computed.
package struct ShownSpeed: Equatable, Sendable {
    /// Units per second.
    package var throughput: Double?
    /// Seconds.
    package var timeRemaining: Double?
    /// How wide the range is in which the time left is in four of five cases, in seconds: 0 for a reported one, infinite
    /// where nobody knows.
    package var uncertainty = 0.0
}
