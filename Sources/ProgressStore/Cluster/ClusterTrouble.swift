/// Why a replica does not do all of its work now: for `/readyz` and the log.
package struct ClusterTrouble: Equatable, Sendable {
    /// One sentence that says what happened, with the numbers.
    package let reason: String
    /// Whether it stays until somebody does something about it; else the replica tries again by itself.
    package let needsOperator: Bool

    package init(_ reason: String, needsOperator: Bool) {
        self.reason = reason
        self.needsOperator = needsOperator
    }
}
