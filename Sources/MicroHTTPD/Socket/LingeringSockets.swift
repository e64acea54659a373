/// The sockets that a reactor drains before it closes them. It owns them.
final class LingeringSockets {
    let loop: EventLoop
    private var sockets = EventSourceList<LingeringSocket>()

    init(_ loop: EventLoop) { self.loop = loop }

    var count: Int { sockets.count }

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
