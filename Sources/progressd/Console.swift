import Glibc

/// The standard streams, unbuffered: what is written is out, and one line is one write.
enum Console {
    static func say(_ text: String) { write(text + "\n", to: STDOUT_FILENO) }

    static func complain(_ text: String) { write(text + "\n", to: STDERR_FILENO) }

    /// For what is said while requests wait: where nobody takes it, as from a pipe that is full, it is lost.
    static func writeUnlessBlocked(_ text: String, to descriptor: Int32) {
        var state = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        guard poll(&state, 1, 0) > 0 else { return }
        write(text, to: descriptor)
    }

    /// Nobody may be reading any more (SIGPIPE is ignored): then the text is lost, and nothing else.
    static func write(_ text: String, to descriptor: Int32) {
        var text = text
        text.withUTF8 { bytes in
            var rest = UnsafeRawBufferPointer(bytes)
            while let start = rest.baseAddress, !rest.isEmpty {
                let count = Glibc.write(descriptor, start, rest.count)
                if count < 0 && errno == EINTR { continue }
                guard count > 0 else { return }
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            }
        }
    }
}
