import Glibc

/// The standard streams, unbuffered: one line is one write.
enum Console {
    static func say(_ text: String) { write(text + "\n", to: STDOUT_FILENO) }

    static func complain(_ text: String) { write(text + "\n", to: STDERR_FILENO) }

    /// For lines written while requests wait: a line that would block, as on a full pipe, is lost.
    static func writeUnlessBlocked(_ text: String, to descriptor: Int32) {
        var state = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        guard poll(&state, 1, 0) > 0 else { return }
        write(text, to: descriptor)
    }

    /// If the reader is gone, the text is lost and nothing else happens: SIGPIPE is ignored.
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
