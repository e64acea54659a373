/// What `/readyz` says about a replica of a cluster.
package struct ReplicaState {
    package let role: String
    /// Grows with each change of the writer; 0 before the first.
    package let term: UInt64
    /// Whether the replica has the trees.
    package let isLoaded: Bool
    /// What is wrong with the log, as a whole sentence without secrets; nil if nothing is.
    package let trouble: String?
    /// Whether the trouble lasts until an operator acts.
    package let needsOperator: Bool

    package init(role: String, term: UInt64, isLoaded: Bool, trouble: String?, needsOperator: Bool) {
        self.role = role
        self.term = term
        self.isLoaded = isLoaded
        self.trouble = trouble
        self.needsOperator = needsOperator
    }

    /// Why the replica is not ready. A database that is away is no reason: its absence makes all replicas alike, and
    /// reads and streams continue.
    var obstacle: String? {
        if needsOperator, let trouble { return trouble }
        if isLoaded { return nil }
        let sentence = "This replica has not loaded the trees yet."
        return trouble.map { "\(sentence) \($0)" } ?? sentence
    }

    /// The lines after `ready`.
    func append(to bytes: inout [UInt8]) {
        bytes.append(contentsOf: "role: \(role)\nterm: \(term)\n".utf8)
        if let trouble { bytes.append(contentsOf: "trouble: \(trouble)\n".utf8) }
    }
}

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
