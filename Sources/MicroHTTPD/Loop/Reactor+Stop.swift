internal import CMicroHTTPD
internal import Glibc

extension Reactor {
    /// After the listener is closed: nothing may stay suspended, or libmicrohttpd aborts the process when it stops.
    func beginStopping() {
        for connection in connections {
            connection.closeIfIdle()
            if isBreakingOff || !connection.exchange.isWorking { resume(connection.exchange) }
        }
    }

    var hasStopped: Bool {
        guard let stopDeadline else { return false }
        return connections.isEmpty && sockets.isEmpty || now >= stopDeadline
    }

    /// Breaks off what is left, and lets libmicrohttpd see it.
    func tearDown() {
        isBreakingOff = true
        for socket in Array(lingering.values) { socket.end() }
        while let socket = sockets.last { socket.breakOff() }
        announceGone()
        resumeAllYielded()
        beginStopping()
        for connection in connections { connection.breakOff() }
        for _ in 0..<100 where !connections.isEmpty {
            needsRun = true
            runDaemon()
        }
        daemon.detach()
        closeListener()
        application = nil
        retired.removeAll()
        counters.connections = connections.count
        counters.streams = 0
        let counters = counters
        published.withLock { $0 = counters }
    }
}
