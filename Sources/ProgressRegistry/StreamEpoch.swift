import Synchronization

/// Names, in event ids, the run of changes that their sequence numbers belong to: numbers of another epoch mean
/// nothing.
///
/// One process has one epoch. In a cluster it outlives a writer that handed over its office, and changes after one that
/// did not. Any thread.
package final class StreamEpoch: Sendable {
    private let current: Mutex<[UInt8]>

    package init(_ bytes: [UInt8]) { current = Mutex(bytes) }

    /// As they appear in ids. Takes a lock.
    package var bytes: [UInt8] { current.withLock { $0 } }

    /// Inside the gate, so that an id never joins one epoch with a number of another.
    package func change(to bytes: [UInt8]) { current.withLock { $0 = bytes } }
}
