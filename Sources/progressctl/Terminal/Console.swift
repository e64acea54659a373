import Glibc
import ProgressTerminal
import Synchronization

/// The standard streams, unbuffered: one call is one write where the reader keeps up.
enum Console {
    /// Whether some data could not be written; a complaint has said why.
    static var hasLostData: Bool { lost.load(ordering: .relaxed) }
    private static let lost = Atomic(false)

    /// Data.
    static func say(_ text: String) { deliver(Array((text + "\n").utf8)) }

    /// Data. Where it cannot be written, the first time is a complaint; what the command does beside that is done all the
    /// same, and its status then is not 0.
    static func deliver(_ bytes: [UInt8]) {
        guard let code = write(bytes, to: STDOUT_FILENO), !lost.exchange(true, ordering: .relaxed) else { return }
        complain("cannot write the output: \(String(cString: strerror(code)))")
    }

    /// All else: what went wrong. One line, on which a text of others, such as a name or the detail of a problem, cannot
    /// act on the terminal.
    static func complain(_ text: String) {
        write(Array("progressctl: \(harmless(text))\n".utf8), to: STDERR_FILENO)
    }

    /// Says so where others can read or change a file that holds a secret.
    static func warn(ofSecretIn path: String) {
        if WholeFile.isOpenToOthers(path) {
            complain("all users of this machine can read or change \(path); chmod o= \(path)")
        }
    }

    /// A question, with the cursor behind it; as harmless as a complaint.
    static func ask(_ text: String) { write(Array("\(harmless(text)) ".utf8), to: STDERR_FILENO) }

    private static func harmless(_ text: String) -> String { DisplayText(text, limit: .max).text }

    /// Whoever reads may be gone (`progressctl ls | head -1`): then SIGPIPE ends the program, as it ends any filter.
    ///
    /// - Returns: the number of the error after which nothing more was written.
    @discardableResult
    static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
        bytes.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count < 0 && (errno == EINTR || errno == EAGAIN) { continue }
                guard count > 0 else { return errno }
                rest = rest.dropFirst(count)
            }
            return nil
        }
    }
}
