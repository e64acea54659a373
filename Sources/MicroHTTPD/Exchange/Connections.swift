internal import CMicroHTTPD
internal import Glibc
import Platform

/// A daemon of libmicrohttpd and its connections.
final class Connections {
    let loop: EventLoop
    let timing: Timing
    let quota: ConnectionQuota
    private let daemon: Daemon
    private var demand = RunRequests()
    private var list = EventSourceList<Connection>()
    /// Accepted, and on its way into libmicrohttpd.
    private var incoming: Connection.Origin?

    init(_ loop: EventLoop, _ timing: Timing, _ configuration: ReactorConfiguration) throws(ReactorError) {
        self.loop = loop
        self.timing = timing
        quota = ConnectionQuota(limit: configuration.connectionLimit)
        daemon = try Daemon(
            connectionLimit: quota.capacity,
            memoryByteCount: configuration.connectionMemoryByteCount,
            timeoutSeconds: max(1, Int(configuration.idleSeconds.rounded(.up)))
        )
    }

    var count: Int { list.count }
    var daemonDescriptor: Int32 { daemon.epollDescriptor }
    var needsRun: Bool { demand.needsRun }

    func attach(_ dispatcher: RequestDispatcher) { daemon.attach(dispatcher) }

    func detach() { daemon.detach() }

    // MARK: Coming and going

    func add(_ accepted: consuming Listener.Accepted, isExcess: Bool) {
        let (descriptor, length) = (accepted.descriptor, accepted.addressLength)
        let peerAddress = PeerAddress(accepted.address)
        incoming = Connection.Origin(descriptor: descriptor, peerAddress: peerAddress, isExcess: isExcess)
        _ = daemon.add(descriptor, &accepted.address, length)
        incoming = nil
        demand.request()
    }

    func started(_ handle: OpaquePointer, _ dispatcher: RequestDispatcher) -> Connection? {
        guard let incoming else { return nil }
        let connection = Connection(dispatcher, handle, incoming)
        list.append(connection)
        return connection
    }

    /// What nobody has read would make the close a reset, and the peer would lose replies that it has not read yet.
    func closed(_ connection: Connection) {
        switch connection.closing {
        case .usual: if SocketInput.isUnread(connection.descriptor) { connection.drain() }
        case .lingers: connection.drain()
        case .takenOver: break
        }
        list.remove(connection)
        loop.retire(connection)
    }

    /// Ends those between two requests; exchanges are resumed, those that work only when all is broken off.
    func endIdle(isBreakingOff: Bool) {
        for connection in list.items {
            connection.closeIfIdle()
            if isBreakingOff || !connection.exchange.life.isWorking { connection.exchange.resume() }
        }
    }

    func breakOff() {
        for connection in list.items { connection.breakOff() }
        for _ in 0..<100 where !list.isEmpty {
            demand.request()
            run()
        }
    }

    // MARK: Running libmicrohttpd

    func requestRun() { demand.request() }

    func run() {
        guard demand.take() else { return }
        daemon.run()
        if demand.take() { daemon.run() }
    }

    /// When libmicrohttpd wants to be run without an event; nil: never.
    func millisecondsToRun() -> UInt64? {
        let milliseconds = daemon.timeoutMilliseconds
        if demand.wasAsked(isBusy: milliseconds == 0, now: loop.now) {
            for connection in list.items { connection.endIfStuck() }
        }
        return milliseconds
    }

    func resume(_ connection: Connection) {
        MHD_resume_connection(connection.handle)
        demand.request()
    }

    /// After a reader's error 0.9.75 marks the connection closed but looks at it again only when it is the oldest of
    /// all. Connections with a timeout of their own are looked at in every run, so it gets one, for the one run that
    /// follows at once.
    func forget(_ connection: Connection) {
        cmicrohttpd_set_timeout(connection.handle, daemon.timeoutSeconds + 1)
        demand.request()
    }
}
