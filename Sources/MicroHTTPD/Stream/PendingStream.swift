internal import CMicroHTTPD
internal import Glibc

/// The context of a stream's content reader: whose socket is to be taken over, and for whom.
final class PendingStream {
    var connection: Connection?
    var begin: ((EventSocket) -> Void)?

    /// Duplicates the socket; libmicrohttpd closes its own. With no descriptor left the stream just ends.
    ///
    /// After a reader's error 0.9.75 marks the connection closed but looks at it again only when it is the oldest of
    /// all. Connections with a timeout of their own are looked at in every run, so it gets one, for the one run that
    /// follows at once.
    func takeOver() {
        guard let connection, let begin else { return }
        self.begin = nil
        self.connection = nil
        cmicrohttpd_set_timeout(connection.handle, connection.reactor.daemon.timeoutSeconds + 1)
        connection.reactor.needsRun = true
        let descriptor = fcntl(connection.descriptor, F_DUPFD_CLOEXEC, 0)
        guard descriptor >= 0 else { return }
        let socket = EventSocket(descriptor, connection)
        connection.reactor.adopt(socket, begin)
    }
}
