internal import CMicroHTTPD
internal import Glibc
import Platform

extension Reactor {
    private static let batch = 64
    /// Without a descriptor or a place left the listening socket stays ready: it is left alone for so long.
    private static let pause: UInt64 = 100_000_000
    /// One above the limit gets its 503 when it asks, or then.
    private static let excessPatience: UInt64 = 2_000_000_000

    func acceptConnections() {
        guard listenerIsReady else { return }
        listenerIsReady = false
        for _ in 0..<Self.batch where listener >= 0 {
            guard heldCount < configuration.connectionLimit + Self.slack else { return pauseAccepting() }
            var address = sockaddr_storage()
            var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
            let descriptor = cmicrohttpd_accept(listener, &address, &length)
            guard descriptor < 0 else {
                take(descriptor, &address, length)
                continue
            }
            switch errno {
            case EAGAIN: return
            case EMFILE, ENFILE, ENOBUFS, ENOMEM: return pauseAccepting()
            default: continue
            }
        }
    }

    /// Who has connected before the end is served: closing the listener would reset them.
    func acceptBacklog() {
        for _ in 0..<configuration.listenBacklog / Self.batch + 1 where acceptPauseEnd == nil {
            listenerIsReady = true
            acceptConnections()
        }
    }

    private var heldCount: Int { connections.count + sockets.count + lingering.count }

    private func take(_ descriptor: Int32, _ address: inout sockaddr_storage, _ length: socklen_t) {
        let isExcess = heldCount >= configuration.connectionLimit
        counters.acceptedConnections += 1
        if isExcess { counters.excessConnections += 1 }
        incoming = Incoming(descriptor: descriptor, peerAddress: PeerAddress(address), isExcess: isExcess)
        _ = daemon.add(descriptor, &address, length)
        incoming = nil
        needsRun = true
    }

    func connectionStarted(_ handle: OpaquePointer) -> Connection? {
        guard let incoming else { return nil }
        let connection = Connection(self, handle, incoming)
        connection.index = connections.count
        connections.append(connection)
        schedule(connection, after: incoming.isExcess ? min(timing.head, Self.excessPatience) : timing.head)
        return connection
    }

    func connectionClosed(_ connection: Connection) {
        wheel.remove(connection)
        let last = connections.removeLast()
        if last !== connection {
            connections[connection.index] = last
            last.index = connection.index
        }
        retired.append(connection)
    }

    private func pauseAccepting() {
        poller.remove(listener)
        acceptPauseEnd = now + Self.pause
    }

    func resumeAccepting() {
        acceptPauseEnd = nil
        guard listener >= 0 else { return }
        _ = poller.add(listener, cmicrohttpd_readable, token: Token.listener)
    }
}
