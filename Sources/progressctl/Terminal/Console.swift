import Glibc
import ProgressTerminal

/// The standard streams, unbuffered: one call is one write where the reader keeps up.
enum Console {
    /// Data.
    static func say(_ text: String) { write(Array((text + "\n").utf8), to: STDOUT_FILENO) }

    /// All else: what went wrong. One line, on which a text of others, such as a name or the detail of a problem, cannot
    /// act on the terminal.
    static func complain(_ text: String) {
        write(Array("progressctl: \(harmless(text))\n".utf8), to: STDERR_FILENO)
    }

    /// A question, with the cursor behind it; as harmless as a complaint.
    static func ask(_ text: String) { write(Array("\(harmless(text)) ".utf8), to: STDERR_FILENO) }

    private static func harmless(_ text: String) -> String { DisplayText(text, limit: .max).text }

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
