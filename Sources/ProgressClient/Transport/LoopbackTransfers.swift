import CLoopback

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The requests to this machine that are on their way, and the connections that wait for another.
///
/// Used by the thread of `Transfers` only.
final class LoopbackTransfers {
    /// Connections without a request that are kept for one service.
    private static let idleLimit = 4

    private var transfers: [UInt64: LoopbackTransfer] = [:]
    private var idle: [String: [Int32]] = [:]

    /// The first request to a service, or one beside another, connects; the others use its connection.
    func start(
        _ id: UInt64,
        to target: LoopbackTarget,
        _ request: ServiceRequest,
        _ receiver: TransferReceiver,
        at now: ContinuousClock.Instant
    ) {
        let transfer = LoopbackTransfer(to: target, request, receiver, at: now)
        if let connection = takeIdle(for: target) { transfer.adopt(connection) }
        transfers[id] = transfer
    }

    func cancel(_ id: UInt64) { transfers.removeValue(forKey: id)?.end(with: .cancelled) }

    func resume(_ id: UInt64, at now: ContinuousClock.Instant) { transfers[id]?.resume(at: now) }

    /// Sends and receives what can be at once, and ends what has waited for too long.
    func advance(at now: ContinuousClock.Instant) {
        for (id, transfer) in transfers where transfer.advance(at: now) {
            transfers[id] = nil
            if let connection = transfer.takeConnection() { keep(connection, for: transfer.target) }
        }
    }

    /// The descriptors and events to wait for.
    var interests: [pollfd] {
        transfers.values.compactMap(\.interest).map { pollfd(fd: $0.descriptor, events: Int16($0.events), revents: 0) }
    }

    /// When the first of them will have waited for too long.
    var deadline: ContinuousClock.Instant? { transfers.values.compactMap(\.deadline).min() }

    private func takeIdle(for target: LoopbackTarget) -> Int32? {
        while let connection = idle[target.authority]?.popLast() {
            if loopback_is_idle(connection) { return connection }
            close(connection)
        }
        return nil
    }

    private func keep(_ connection: Int32, for target: LoopbackTarget) {
        if idle[target.authority, default: []].count < Self.idleLimit {
            idle[target.authority, default: []].append(connection)
        } else {
            close(connection)
        }
    }
}
