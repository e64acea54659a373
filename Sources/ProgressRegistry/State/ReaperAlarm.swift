/// The time at which the reaper next looks at the trees, and the way to make it look earlier.
package struct ReaperAlarm {
    /// Milliseconds since 1970.
    private var deadline = Int64.max
    /// The reaper knows that removed progress waits to be freed.
    private var isFreeing = false
    /// Wakes the reaper; any thread, and never back into the registry.
    package var wake: @Sendable () -> Void = {}

    /// Wakes the reaper if something falls due before it looks, or if progress was removed. After each mutation.
    mutating func note(nextDeadline: Int64?, hasPendingRemovals: Bool) {
        if let next = nextDeadline, next < deadline {
            deadline = next
            wake()
        }
        if hasPendingRemovals && !isFreeing {
            isFreeing = true
            wake()
        }
    }

    /// The reaper looks again at `next`; `.max`: not before it is woken.
    mutating func arm(_ next: Int64) { deadline = next }

    /// The reaper freed some removed nodes; `hasMore`: it comes back for the rest.
    mutating func noteFreed(hasMore: Bool) { isFreeing = hasMore }
}
