import Glibc

/// The standard streams, unbuffered: what is written is out, and one line is one write.
enum Console {
    static func say(_ text: String) { write(text + "\n", to: STDOUT_FILENO) }

    static func complain(_ text: String) { write(text + "\n", to: STDERR_FILENO) }

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
