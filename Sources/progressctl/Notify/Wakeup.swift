import FoundationEssentials

/// Wakes the one task that waits for it; if none does, the next wait is over at once.
struct Wakeup: Sendable {
    private let rings: AsyncStream<Void>
    private let ringer: AsyncStream<Void>.Continuation

    init() { (rings, ringer) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

    func ring() { ringer.yield() }

    /// Until it rings, or that time has come, or a little earlier.
    ///
    /// - Throws: when the task is cancelled; there is no further wait then.
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
