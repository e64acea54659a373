import FoundationEssentials

/// Wakes the one task that waits for it; if none does, the next wait is over at once.
struct Wakeup: Sendable {
    private let rings: AsyncStream<Void>
    private let ringer: AsyncStream<Void>.Continuation

    init() { (rings, ringer) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

    func ring() { ringer.yield() }

    /// Waits until it rings, or until about `due`.
    ///
    /// - Throws: when the task is cancelled; do not wait again after that.
    func wait(until due: Date?) async throws {
        let alarm = due.map { due in
            Task {
                try await Task.sleep(for: .seconds(max(0, due.timeIntervalSinceNow)))
                ring()
            }
        }
        defer { alarm?.cancel() }
        var iterator = rings.makeAsyncIterator()
        await iterator.next()
        try Task.checkCancellation()
    }
}
