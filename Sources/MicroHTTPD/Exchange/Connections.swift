internal import CMicroHTTPD
internal import CReading
internal import Glibc
import Platform

/// The daemons of libmicrohttpd and their connections.
///
/// All begin with the usual one. A connection whose head needs more memory moves to the large one, and stays there.
final class Connections {
    let loop: EventLoop
    let timing: Timing
    let quota: ConnectionQuota
    private let usual: DrivenDaemon
    private let large: DrivenDaemon
    private let keptLarge: Int
    private var list = EventSourceList<Connection>()
    /// The connections of `list` by their descriptors.
    private var places = DescriptorTable<Connection>()
    /// Accepted, and on its way into libmicrohttpd.
    private var incoming: Connection.Origin?
    /// On their way to the large daemon.
    private var moving: [Connection.Origin] = []

    init(_ loop: EventLoop, _ timing: Timing, _ configuration: ReactorConfiguration) throws(ReactorError) {
        self.loop = loop
        self.timing = timing
        quota = ConnectionQuota(limit: configuration.connectionLimit)
        keptLarge = configuration.keptLargeConnections
        usual = try DrivenDaemon(quota, configuration, memoryByteCount: configuration.connectionMemoryByteCount)
        large = try DrivenDaemon(quota, configuration, memoryByteCount: configuration.largeConnectionMemoryByteCount)
    }

    var count: Int { list.count + moving.count }
    var daemonDescriptor: Int32 { usual.daemon.epollDescriptor }
    var largeDaemonDescriptor: Int32 { large.daemon.epollDescriptor }
    var needsRun: Bool { usual.demand.needsRun || large.demand.needsRun }

    func attach(_ dispatcher: RequestDispatcher) {
        usual.daemon.attach(dispatcher)
        large.daemon.attach(dispatcher)
    }

    func detach() {
        usual.daemon.detach()
        large.daemon.detach()
    }

    /// The number of bytes of its daemon's memory that a head may take.
    func mostOfHead(isLarge: Bool) -> Int { isLarge ? .max : usual.mostOfHead }

    /// Whether too many hold the larger memory for this one to keep it between two requests.
    func isCrowded(_ connection: Connection) -> Bool { connection.isLarge && large.connectionCount > keptLarge }

    // MARK: Coming and going

    func add(_ accepted: consuming Listener.Accepted, isExcess: Bool) {
        let (descriptor, length) = (accepted.descriptor, accepted.addressLength)
        let peerAddress = PeerAddress(accepted.address)
        incoming = Connection.Origin(descriptor: descriptor, peerAddress: peerAddress, isExcess: isExcess)
        _ = usual.daemon.add(descriptor, &accepted.address, length)
        incoming = nil
        usual.demand.request()
    }

    /// Has the large daemon take over a connection once the usual one has let go of it.
    func move(_ origin: Connection.Origin) { moving.append(origin) }

    private func addMoved() {
        for origin in moving {
            // libmicrohttpd only shows the address.
            var address = sockaddr_storage()
            address.ss_family = sa_family_t(AF_INET)
            incoming = origin
            _ = large.daemon.add(origin.descriptor, &address, socklen_t(MemoryLayout<sockaddr_in>.size))
            incoming = nil
            large.demand.request()
        }
        moving.removeAll(keepingCapacity: true)
    }

    func started(_ handle: OpaquePointer, _ dispatcher: RequestDispatcher) -> Connection? {
        guard let incoming else { return nil }
        let connection = Connection(dispatcher, handle, incoming)
        list.append(connection)
        places[connection.descriptor] = connection
        if connection.isLarge { large.connectionCount += 1 }
        return connection
    }

    /// Drains unread input first: with it the close would be a reset, and the peer would lose replies not read yet.
    func closed(_ connection: Connection) {
        switch connection.closing {
        case .usual: if SocketInput.isUnread(connection.descriptor) { connection.drain() }
        case .lingers: connection.drain()
        case .takenOver: break
        }
        places[connection.descriptor] = nil
        if connection.isLarge { large.connectionCount -= 1 }
        list.remove(connection)
        loop.retire(connection)
    }

    /// In place of recv(2), for a read of libmicrohttpd.
    func read(_ descriptor: Int32, into space: UnsafeMutableRawBufferPointer) -> Int {
        guard let connection = places[descriptor] else {
            return creading_receive(descriptor, space.baseAddress, space.count)
        }
        return connection.read(into: space)
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
            usual.demand.request()
            large.demand.request()
            run()
        }
    }

    // MARK: Running libmicrohttpd

    func requestRun() { usual.demand.request() }

    func requestLargeRun() { large.demand.request() }

    /// One of them wanted to be run at this time.
    func requestDueRun() {
        usual.demand.request()
        if large.connectionCount > 0 { large.demand.request() }
    }

    func run() {
        guard needsRun else { return }
        // 1. libmicrohttpd reads while it is run, and this object lives as long as its daemons.
        creading_divert(readForLibrary, Unmanaged.passUnretained(self).toOpaque())
        usual.run()
        if !moving.isEmpty { addMoved() }
        large.run()
        creading_divert(nil, nil)
    }

    /// When libmicrohttpd wants to be run without an event; nil: never.
    func millisecondsToRun() -> UInt64? {
        var (time, isStuck) = usual.millisecondsToRun(now: loop.now)
        if large.connectionCount > 0 {
            let (largeTime, isLargeStuck) = large.millisecondsToRun(now: loop.now)
            if let largeTime { time = min(time ?? .max, largeTime) }
            isStuck = isStuck || isLargeStuck
        }
        if isStuck { for connection in list.items { connection.endIfStuck() } }
        return time
    }

    func resume(_ connection: Connection) {
        MHD_resume_connection(connection.handle)
        request(connection)
    }

    /// After a reader's error 0.9.75 marks the connection closed but looks at it again only when it is the oldest of
    /// all. Connections with a timeout of their own are looked at in every run, so it gets one, for the one run that
    /// follows at once.
    func forget(_ connection: Connection) {
        cmicrohttpd_set_timeout(connection.handle, usual.daemon.timeoutSeconds + 1)
        request(connection)
    }

    /// Has its daemon run.
    private func request(_ connection: Connection) {
        if connection.isLarge { large.demand.request() } else { usual.demand.request() }
    }
}
