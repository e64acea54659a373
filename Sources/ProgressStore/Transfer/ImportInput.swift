import Glibc

/// The source of an import, read line by line.
package struct ImportInput: ~Copyable {
    /// More than the longest line of an export.
    private static let lineByteCount = 16 << 20
    private static let pieceByteCount = 1 << 18

    private let name: String
    private let descriptor: Int32
    private let isOwned: Bool
    /// Memory that the struct owns; of it, `unread` is what was read and is in no line yet.
    private var space: UnsafeMutableRawBufferPointer
    private var unread = 0..<0
    private var isAtEnd = false
    /// The number of the last line read, from 1.
    private(set) var lineNumber: Int64 = 0

    /// Reads an open descriptor, which stays open.
    package init(descriptor: Int32, name: String) {
        self.descriptor = descriptor
        self.name = name
        isOwned = false
        space = Self.space(Self.pieceByteCount)
    }

    package init(path: String) throws(MovingError) {
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .input(name: path, code: errno) }
        name = path
        isOwned = true
        space = Self.space(Self.pieceByteCount)
    }

    private static func space(_ byteCount: Int) -> UnsafeMutableRawBufferPointer {
        .allocate(byteCount: byteCount, alignment: 1)
    }

    deinit {
        space.deallocate()
        if isOwned { close(descriptor) }
    }

    /// The result of `read` for the next line, without its line end; nil after the last line.
    mutating func nextLine<Value>(
        _ read: (UnsafeRawBufferPointer, Int64) throws(MovingError) -> Value
    ) throws(MovingError) -> Value? {
        guard let range = try nextRange() else { return nil }
        return try read(UnsafeRawBufferPointer(rebasing: space[range]), lineNumber)
    }

    private mutating func nextRange() throws(MovingError) -> Range<Int>? {
        var searched = unread.lowerBound
        while true {
            if let end = lineEnd(from: searched) {
                defer { unread = (end + 1)..<unread.upperBound }
                lineNumber += 1
                return unread.lowerBound..<end
            }
            if isAtEnd {
                if unread.isEmpty { return nil }
                defer { unread = 0..<0 }
                lineNumber += 1
                return unread
            }
            searched = unread.count
            try readMore()
        }
    }

    /// Where the first line end at `position` or behind it is.
    private func lineEnd(from position: Int) -> Int? {
        guard let base = space.baseAddress,
            let end = memchr(base + position, Int32(UInt8(ascii: "\n")), unread.upperBound - position)
        else { return nil }
        return UnsafeMutableRawPointer(end) - base
    }

    /// Moves the unread bytes to the front, and reads more.
    private mutating func readMore() throws(MovingError) {
        guard unread.count < Self.lineByteCount else {
            throw .line(lineNumber + 1, "It is longer than \(Self.lineByteCount) bytes.")
        }
        let rest = UnsafeRawBufferPointer(rebasing: space[unread])
        if rest.count > space.count / 2 {
            let larger = Self.space(2 * space.count)
            larger.copyMemory(from: rest)
            space.deallocate()
            space = larger
        } else {
            space.copyMemory(from: rest)
        }
        unread = 0..<rest.count
        var count = -1
        repeat {
            count = Glibc.read(descriptor, space.baseAddress.map { $0 + rest.count }, space.count - rest.count)
        } while count < 0 && errno == EINTR
        guard count >= 0 else { throw .input(name: name, code: errno) }
        unread = 0..<(rest.count + count)
        isAtEnd = count == 0
    }
}
