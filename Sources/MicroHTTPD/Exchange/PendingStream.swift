internal import Glibc

/// The context of a stream's content reader: the connection whose socket is taken over, and the function that gets it.
final class PendingStream {
    var connection: Connection?
    var begin: ((EventSocket) -> Void)?
    /// If the client speaks HTTP/1.1.
    var isChunked = true

    /// Duplicates the socket; libmicrohttpd closes its own. If no descriptor is left the stream just ends.
    func takeOver() {
        guard let connection, let begin else { return }
        self.begin = nil
        self.connection = nil
        let dispatcher = connection.dispatcher
        dispatcher.connections.forget(connection)
        let descriptor = fcntl(connection.descriptor, F_DUPFD_CLOEXEC, 0)
        guard descriptor >= 0 else { return }
        connection.closing = .takenOver
        let isChunked = isChunked && connection.exchange.isHTTP11
        let socket = EventSocket(descriptor, connection.peerAddress, isChunked: isChunked, dispatcher.streams)
        dispatcher.streams.adopt(socket, begin)
    }
}
