/// This process as one replica of a cluster, as the calls see it. Any thread.
package struct Replica: Sendable {
    let state: @Sendable () -> ReplicaState
    /// Whether the value of `Progress-Forwarded` is the key of this replica's office, which only replicas know.
    let isKey: @Sendable (UnsafeBufferPointer<UInt8>) -> Bool

    package init(
        state: @escaping @Sendable () -> ReplicaState,
        isKey: @escaping @Sendable (UnsafeBufferPointer<UInt8>) -> Bool
    ) {
        self.state = state
        self.isKey = isKey
    }
}
