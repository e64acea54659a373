/// The sockets that a reactor drains before it closes them.
final class LingeringSockets {
    let loop: EventLoop
    private var sockets = EventSourceList<LingeringSocket>()

    init(_ loop: EventLoop) { self.loop = loop }

    var count: Int { sockets.count }

    /// Drains a socket that we own, and closes it.
    func drain(_ descriptor: Int32) {
        let socket = LingeringSocket(descriptor, self)
        sockets.append(socket)
        guard socket.watch() else { return socket.end() }
        loop.schedule(socket, after: LingeringSocket.nanoseconds)
    }

    func ended(_ socket: LingeringSocket) {
        sockets.remove(socket)
        loop.retire(socket)
    }

    func endAll() {
        while let socket = sockets.last { socket.end() }
    }
}
