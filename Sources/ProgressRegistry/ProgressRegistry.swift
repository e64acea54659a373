/// The one owner of all trees: an actor whose executor is a gate, so that threads enter it without a hop.
///
/// Before the gate opens again, the changes of a mutation are in the mailboxes of the reactors that watch them.
package actor ProgressRegistry {
    nonisolated let gate: Gate
    package nonisolated var unownedExecutor: UnownedSerialExecutor { gate.asUnownedSerialExecutor() }

    package nonisolated let epoch: StreamEpoch
    // nonisolated(unsafe): 1. `enter` touches it only while the calling thread holds the gate, which means that it is on
    // this actor; 2. everything else goes through isolated methods, whose executor is the same gate.
    private nonisolated(unsafe) let state: RegistryState

    package init(_ state: sending RegistryState, epoch: [UInt8]) {
        gate = Gate()
        self.state = state
        self.epoch = StreamEpoch(epoch)
    }

    /// Runs `body` on the calling thread while it holds the gate. Keep `body` short, compare values only, and let no part
    /// of the state escape.
    ///
    /// Publishes the changes when `body` returns or throws. Must not be called from within `body`.
    /// - Parameter reactor: the number of the calling reactor, which reads its mailbox without being woken.
    package nonisolated func enter<Value, Failure: Error>(
        from reactor: Int? = nil,
        _ body: (RegistryState) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        gate.lock()
        defer { gate.unlock() }
        defer { state.publish(from: reactor) }
        return try body(state)
    }

    /// Like `enter`, for callers that await their turn.
    package func perform<Value: Sendable, Failure: Error>(
        _ body: @Sendable (RegistryState) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        defer { state.publish(from: nil) }
        return try body(state)
    }

    /// Like `perform(_:)`, with a value that `body` changes on the actor, moved there and back without a copy.
    package func perform<Loan: Sendable, Value: Sendable>(
        lending loan: inout Loan,
        _ body: @Sendable (RegistryState, inout Loan) -> Value
    ) -> Value {
        defer { state.publish(from: nil) }
        return body(state, &loan)
    }
}
