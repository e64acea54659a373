/// The one owner of all trees: an actor whose executor is a gate, so that HTTP threads enter it without a hop.
///
/// HTTP threads use `enter`; everything else awaits. What a mutation touched is handed to the reactors whose
/// subscribers watch it before the gate opens again.
package actor ProgressRegistry {
    nonisolated let gate: Gate
    package nonisolated var unownedExecutor: UnownedSerialExecutor { gate.asUnownedSerialExecutor() }

    /// Names this run of the service in event ids: a sequence number of another run means nothing.
    package nonisolated let epoch: [UInt8]
    // nonisolated(unsafe): 1. `enter` touches it, and only while the calling thread holds the gate, which is what being
    // on this actor means; 2. all else goes through isolated methods, whose executor is the same gate.
    private nonisolated(unsafe) let state: RegistryState

    package init(_ state: sending RegistryState, epoch: [UInt8]) {
        gate = Gate()
        self.state = state
        self.epoch = epoch
    }

    /// Runs `body` on the actor, on the calling thread, holding the gate: keep it short, and let nothing of the state
    /// escape from it.
    ///
    /// Reads and writes alike; what a write touched is published when `body` returns or throws.
    /// - Parameter reactor: the number of the calling reactor; it looks into its mailbox by itself and need not be woken.
    package nonisolated func enter<Value, Failure: Error>(
        from reactor: Int? = nil,
        _ body: (RegistryState) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        gate.lock()
        defer { gate.unlock() }
        defer { state.publish(from: reactor) }
        return try body(state)
    }

    /// The same for callers that wait for their turn: timers, tests.
    func perform<Value: Sendable, Failure: Error>(
        _ body: @Sendable (RegistryState) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        defer { state.publish(from: nil) }
        return try body(state)
    }
}
