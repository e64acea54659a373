/// The state of a process when it is asked whether it is ready. `/readyz` and `/readyz/writes` follow from this
/// value alone.
package struct ReadinessFacts {
    /// Why writes are refused although the service runs.
    package enum StorageObstacle: Sendable {
        case full, failing
    }

    package var reasons: Readiness.Reasons
    /// nil: writes can be kept, or nothing is kept.
    package var storage: StorageObstacle?
    /// nil without a cluster.
    package var replica: ReplicaState?

    package init(reasons: Readiness.Reasons, storage: StorageObstacle?, replica: ReplicaState?) {
        self.reasons = reasons
        self.storage = storage
        self.replica = replica
    }

    /// Why it should get no requests at all; nil: it answers reads from the trees that it holds. An obstacle to writes
    /// stops them at all replicas alike, and reads and streams continue: that is no reason.
    package var refusal: RequestError? {
        if !reasons.isDisjoint(with: [.stopping, .leaving]) { return .shuttingDown }
        if let obstacle = replica?.readObstacle { return .notReady(because: obstacle) }
        return reasons.isEmpty ? nil : .notReady(because: nil)
    }

    /// Why a write that arrives now would not be executed within `--forward-wait`, as far as is known here; nil: it would be.
    package var writeRefusal: RequestError? {
        if let refusal { return refusal }
        return (trouble ?? replica?.writeObstacle).map { .notReady(because: $0) }
    }

    /// The trouble, as a whole sentence without secrets; nil if all is well.
    private var trouble: String? {
        if let trouble = replica?.trouble { return trouble }
        switch storage {
        case .full: return "No space is left: writes are refused."
        case .failing: return "What is written cannot be kept: writes are refused."
        case nil: return nil
        }
    }

    /// The reply's text where it is ready.
    func append(to bytes: inout [UInt8]) {
        bytes.append(contentsOf: "ready\n".utf8)
        replica?.append(to: &bytes)
        if let trouble { bytes.append(contentsOf: "trouble: \(trouble)\n".utf8) }
    }
}
