import Synchronization

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// One connection of a stream: the thread that transfers fills a buffer, and one task empties it.
///
/// A task that does not keep up stops the transfer, so that the service merges what it would have sent.
final class EventConnection: Sendable {
    private struct State {
        var id: UInt64?
        var status: Int?
        var contentType: String?
        var clockLead: Double = 0
        var bytes: [UInt8] = []
        var isPaused = false
        var end: Result<ServiceReply, ServiceError>?
        var waiter: CheckedContinuation<Void, Never>?
        var isCancelled = false

        /// Takes the bytes that are there; also returns the transfer to resume, if it had to stop, and the end, if
        /// there is nothing more.
        mutating func take() -> (bytes: [UInt8], resumed: UInt64?, end: Result<ServiceReply, ServiceError>?) {
            if isCancelled { return ([], nil, .failure(.cancelled)) }
            let taken = bytes
            bytes = []
            let resumed = isPaused ? id : nil
            isPaused = false
            return (taken, resumed, taken.isEmpty ? end : nil)
        }
    }

    /// The maximum number of bytes that wait to be read; the last chunk may exceed it.
    private static let capacity = 256 * 1_024
    private let state = Mutex(State())

    init(_ request: ServiceRequest) {
        let receiver = TransferReceiver(
            head: { [weak self] status, headers in
                self?.hear(status, headers["content-type"], ClockLead.seconds(headers["date"]))
            },
            bytes: { [weak self] in self?.hear($0) ?? true },
            end: { [weak self] in self?.hear($0) }
        )
        let id = Transfers.shared.start(request, receiver)
        state.withLock { $0.id = id }
    }

    deinit { close() }

    /// Ends the transfer; a task that waits gets `.cancelled`.
    func cancel() {
        close()
        let waiter = state.withLock { state in
            state.isCancelled = true
            return state.waiter.take()
        }
        waiter?.resume()
    }

    /// Returns the next bytes, nil at the end of the reply. For one task at a time.
    func next() async throws(ServiceError) -> [UInt8]? {
        while true {
            let (bytes, resumed, outcome) = state.withLock { state in state.take() }
            if let resumed { Transfers.shared.resume(resumed) }
            if !bytes.isEmpty { return bytes }
            if let outcome {
                _ = try outcome.get()
                return nil
            }
            await wait()
        }
    }

    /// The status, once there are bytes or an end.
    var status: Int? { state.withLock(\.status) }

    /// Whether it is a stream of events, once there is a status.
    var isStream: Bool {
        state.withLock { $0.status == 200 && $0.contentType?.lowercased().hasPrefix("text/event-stream") == true }
    }

    /// The seconds by which the service's clock is ahead of this one, once there is a status.
    var clockLead: Double { state.withLock(\.clockLead) }

    private func wait() async {
        await withCheckedContinuation { continuation in
            let isReady = state.withLock { state in
                if !state.bytes.isEmpty || state.end != nil || state.isCancelled { return true }
                state.waiter = continuation
                return false
            }
            if isReady { continuation.resume() }
        }
    }

    private func close() {
        if let id = state.withLock({ $0.end == nil ? $0.id : nil }) { Transfers.shared.cancel(id) }
    }

    // Called by the thread that transfers

    private func hear(_ status: Int, _ contentType: String?, _ clockLead: Double) {
        state.withLock { state in
            state.status = status
            state.contentType = contentType
            state.clockLead = clockLead
        }
    }

    private func hear(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let (isTaken, waiter) = state.withLock { state in
            if state.bytes.count > Self.capacity {
                state.isPaused = true
                return (false, state.waiter.take())
            }
            state.bytes.append(contentsOf: bytes)
            return (true, state.waiter.take())
        }
        waiter?.resume()
        return isTaken
    }

    private func hear(_ end: Result<ServiceReply, ServiceError>) {
        let waiter = state.withLock { state in
            state.end = end
            if case .success(let reply) = end { state.status = reply.status }
            return state.waiter.take()
        }
        waiter?.resume()
    }
}
