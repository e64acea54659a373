import Glibc

/// The destination of an export: gathers bytes, and throws for every call that fails.
package struct ExportOutput: ~Copyable {
    private static let pieceByteCount = 1 << 18

    /// For messages.
    private let name: String
    /// nil: nothing to remove if the export fails.
    private let path: String?
    private let descriptor: Int32
    private var bytes: [UInt8] = []
    private(set) var lineCount: Int64 = 0
    private var isFinished = false

    /// Writes to an open descriptor, which stays open.
    package init(descriptor: Int32, name: String) {
        self.descriptor = descriptor
        self.name = name
        path = nil
        bytes.reserveCapacity(2 * Self.pieceByteCount)
    }

    /// Creates a file that only its owner may read: an export is as secret as the data directory. Removed if the export fails.
    package init(path: String) throws(MovingError) {
        descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .output(name: path, code: errno) }
        name = path
        self.path = path
        bytes.reserveCapacity(2 * Self.pieceByteCount)
    }

    deinit {
        guard let path else { return }
        close(descriptor)
        if !isFinished { unlink(path) }
    }

    mutating func appendLine(_ write: (inout [UInt8]) -> Void) throws(MovingError) {
        write(&bytes)
        lineCount += 1
        if bytes.count >= Self.pieceByteCount { try flush() }
    }

    /// When this returns, all lines are on disk, if the output is a file.
    mutating func finish() throws(MovingError) {
        try flush()
        // Pipes and terminals cannot be synced, and need not be.
        if fsync(descriptor) != 0, errno != EINVAL, errno != EROFS { throw .output(name: name, code: errno) }
        isFinished = true
    }

    private mutating func flush() throws(MovingError) {
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes { all in
                write(descriptor, all.baseAddress.map { $0 + done }, all.count - done)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .output(name: name, code: errno) }
            done += count
        }
        bytes.removeAll(keepingCapacity: true)
    }
}
