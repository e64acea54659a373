import Glibc
import ProgressTerminal
import Synchronization

/// The standard streams, unbuffered: one call is one write if the reader keeps up.
enum Console {
    /// Whether some data could not be written; `complain` has printed the reason.
    static var hasLostData: Bool { lost.load(ordering: .relaxed) }
    private static let lost = Atomic(false)

    /// Writes a line of data.
    static func say(_ text: String) { deliver(Array((text + "\n").utf8)) }

    /// Writes data. Only the first failure to do so is printed. The command does the rest of its task all the same, and
    /// its exit status is not 0.
    static func deliver(_ bytes: [UInt8]) {
        guard let code = write(bytes, to: STDOUT_FILENO), !lost.exchange(true, ordering: .relaxed) else { return }
        complain("cannot write the output: \(String(cString: strerror(code)))")
    }

    /// Prints a line about a fault on standard error. Foreign text in it, such as a name or the detail of a problem,
    /// cannot act on the terminal.
    static func complain(_ text: String) {
        write(Array("progressctl: \(harmless(text))\n".utf8), to: STDERR_FILENO)
    }

    /// Warns if others can read or change a file that holds a secret.
    static func warn(ofSecretIn path: String) {
        if WholeFile.isOpenToOthers(path) {
            complain("all users of this machine can read or change \(path); chmod o= \(path)")
        }
    }

    /// Prints a question, with the cursor after it; foreign text is as harmless as in `complain`.
    static func ask(_ text: String) { write(Array("\(harmless(text)) ".utf8), to: STDERR_FILENO) }

    private static func harmless(_ text: String) -> String { DisplayText(text, limit: .max).text }

    /// Writes all bytes. If the reader is gone (`progressctl ls | head -1`), SIGPIPE ends the program, like any filter.
    ///
    /// - Returns: the `errno` of the error after which nothing more was written; nil if all was.
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
