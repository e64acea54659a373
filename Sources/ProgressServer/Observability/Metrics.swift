import Synchronization

/// Counters of the whole service. Any thread.
package final class Metrics: Sendable {
    let requests = Atomic<Int>(0)
    let problems = Atomic<Int>(0)
    let eventsSent = Atomic<Int>(0)
    let readersSkipped = Atomic<Int>(0)
    let resets = Atomic<Int>(0)
}
