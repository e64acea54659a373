/// The state of a cluster's replica, as far as `/readyz` and `/readyz/writes` depend on it.
package struct ReplicaState {
    /// The destination of a write that arrives now.
    package enum WritePlace: Sendable {
        /// It is executed here: this replica is the writer within its lease.
        case here
        /// It is sent on to the writer.
        case writer
        /// It waits until this replica knows a writer.
        case nowhere
    }

    package let role: String
    /// Grows with each change of the writer; 0 before the first.
    package let term: UInt64
    /// Whether the replica has the trees.
    package let isLoaded: Bool
    package let writes: WritePlace
    /// The trouble with the log, as a whole sentence without secrets; nil if there is no trouble.
    package let trouble: String?
    /// `host:port` of a writer that does not answer this replica; nil if it does, or there is no writer.
    package let unreachableWriter: String?
    /// Why another replica, which is the writer, executes no writes; nil if it does, as far as is known.
    package let writerObstacle: String?

    package init(
        role: String,
        term: UInt64,
        isLoaded: Bool,
        writes: WritePlace,
        trouble: String?,
        unreachableWriter: String? = nil,
        writerObstacle: String? = nil
    ) {
        self.role = role
        self.term = term
        self.isLoaded = isLoaded
        self.writes = writes
        self.trouble = trouble
        self.unreachableWriter = unreachableWriter
        self.writerObstacle = writerObstacle
    }

    /// Why it has nothing to show.
    var readObstacle: String? {
        if isLoaded { return nil }
        let sentence = "This replica has not loaded the trees yet."
        return trouble.map { "\(sentence) \($0)" } ?? sentence
    }

    /// Why a write that arrives here is not executed, although the log answers.
    var writeObstacle: String? {
        if let unreachableWriter { return "The writer at \(unreachableWriter) does not answer this replica." }
        switch writes {
        case .here: return nil
        case .writer: return writerObstacle.map { "The writer says: \($0)" }
        case .nowhere: return "This replica knows no writer."
        }
    }

    /// The lines after `ready`.
    func append(to bytes: inout [UInt8]) {
        bytes.append(contentsOf: "role: \(role)\nterm: \(term)\n".utf8)
        if let unreachableWriter { bytes.append(contentsOf: "unreachable-writer: \(unreachableWriter)\n".utf8) }
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
