import Glibc

/// The standard streams, unbuffered: one call is one write where the reader keeps up.
enum Console {
    /// Data.
    static func say(_ text: String) { write(Array((text + "\n").utf8), to: STDOUT_FILENO) }

    /// All else: what went wrong, and questions.
    static func complain(_ text: String) { write(Array("progressctl: \(text)\n".utf8), to: STDERR_FILENO) }

    /// Whoever reads may be gone (`progressctl ls | head -1`): then SIGPIPE ends the program, as it ends any filter.
    static func write(_ bytes: [UInt8], to descriptor: Int32) {
        bytes.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count < 0 && (errno == EINTR || errno == EAGAIN) { continue }
                guard count > 0 else { return }
                rest = rest.dropFirst(count)
            }
        }
    }
}
