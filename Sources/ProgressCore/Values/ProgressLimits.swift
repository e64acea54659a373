/// Limits on the size of the trees, and on how long they stay.
package struct ProgressLimits: Sendable {
    package var maximumNodeCount = 1_000_000
    package var maximumChildCount = 100_000
    /// A root has depth 0; the deepest node may have this depth.
    package var maximumDepth = 1_024
    package var maximumReservationCount = 10_000
    package var maximumWriterCount = 64
    /// Number of runs that a name remembers, and number of names that have any.
    package var keptRunCount = 20
    package var rememberedNameCount = 10_000
    /// Bytes of the steps of all runs whose roots are gone, about.
    package var maximumRunStepByteCount = 64 << 20
    package var maximumTextByteCount = 1 << 30
    /// Milliseconds that an ended tree stays after the last write in it.
    package var retention: Int64 = 3_600_000
    /// Milliseconds after which a tree in which nothing is written is removed; 0: never.
    package var abandonment: Int64 = 7 * 86_400_000
    /// Seconds, for every node that is created without a lease and does not decline one; 0: none.
    package var defaultLeaseSeconds = 0.0

    /// Number of nodes that a removal frees itself; the rest of a larger subtree is freed by `free(most:)`.
    package var nodesFreedAtOnce = 64

    package init() {}
}
