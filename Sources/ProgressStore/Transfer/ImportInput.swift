import Glibc

/// The source of an import, read line by line.
package struct ImportInput: ~Copyable {
    /// More than the longest line of an export.
    private static let lineByteCount = 16 << 20
    private static let pieceByteCount = 1 << 18

    private let name: String
    private let descriptor: Int32
    private let isOwned: Bool
    private var bytes: [UInt8] = []
    /// The start of the next line in `bytes`.
    private var start = 0
    private var isAtEnd = false
    /// The number of the last line read, from 1.
    private(set) var lineNumber: Int64 = 0

    /// Reads an open descriptor, which stays open.
    package init(descriptor: Int32, name: String) {
        self.descriptor = descriptor
        self.name = name
        isOwned = false
    }

    package init(path: String) throws(MovingError) {
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .input(name: path, code: errno) }
        name = path
        isOwned = true
    }

    deinit {
        if isOwned { close(descriptor) }
    }

    /// The result of `read` for the next line, without its line end; nil after the last line.
    mutating func nextLine<Value>(
        _ read: (UnsafeRawBufferPointer, Int64) throws(MovingError) -> Value
    ) throws(MovingError) -> Value? {
        guard let range = try nextRange() else { return nil }
        let number = lineNumber
        return try bytes.withUnsafeBufferPointer { all throws(MovingError) in
            try read(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: all[range])), number)
        }
    }

    private mutating func nextRange() throws(MovingError) -> Range<Int>? {
        var searched = start
        while true {
            if let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                defer { start = end + 1 }
                lineNumber += 1
                return start..<end
            }
            if isAtEnd {
                if start == bytes.count { return nil }
                defer { start = bytes.count }
                lineNumber += 1
                return start..<bytes.count
            }
            searched = bytes.count - start
            try readMore()
        }
    }

    /// Moves the unread bytes to the front, and reads more.
    private mutating func readMore() throws(MovingError) {
        bytes.removeSubrange(..<start)
        start = 0
        let rest = bytes.count
        guard rest < Self.lineByteCount else {
            throw .line(lineNumber + 1, "It is longer than \(Self.lineByteCount) bytes.")
        }
        bytes.append(contentsOf: repeatElement(0, count: max(Self.pieceByteCount, rest)))
        var count = -1
        repeat {
            count = bytes.withUnsafeMutableBytes { all in
                Glibc.read(descriptor, all.baseAddress.map { $0 + rest }, all.count - rest)
            }
        } while count < 0 && errno == EINTR
        guard count >= 0 else { throw .input(name: name, code: errno) }
        bytes.removeLast(bytes.count - rest - count)
        isAtEnd = count == 0
    }
}
