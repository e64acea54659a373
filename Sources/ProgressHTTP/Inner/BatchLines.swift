import Glibc

/// Finds the lines of a batch's body that are not blank, piece by piece: white space may be as long as a batch.
struct BatchLines {
    private let bytes: UnsafeBufferPointer<UInt8>
    private let limit: Int
    /// The beginning of the line that is being read.
    private var start = 0
    /// Up to here there is white space since then.
    private var position = 0
    /// The lines, as views into the body.
    private(set) var found: [UnsafeBufferPointer<UInt8>] = []

    /// Some 100 microseconds.
    private static let pieceByteCount = 64 * 1024

    init(_ body: UnsafeRawBufferPointer, limit: Int) {
        bytes = body.assumingMemoryBound(to: UInt8.self)
        self.limit = limit
    }

    /// - Returns: whether more is left.
    mutating func step() throws(RequestError) -> Bool {
        var (start, position) = (start, position)
        let end = min(position + Self.pieceByteCount, bytes.count)
        while position < end {
            switch bytes[position] {
            case UInt8(ascii: "\n"):
                position += 1
                start = position
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): position += 1
            default:
                if found.count == limit { throw .tooManyLines(limit: limit) }
                let lineEnd = newline(from: position)
                found.append(UnsafeBufferPointer(rebasing: bytes[start..<lineEnd]))
                position = min(lineEnd + 1, bytes.count)
                start = position
            }
        }
        (self.start, self.position) = (start, position)
        return position < bytes.count
    }

    /// The end of the line at `position`.
    private func newline(from position: Int) -> Int {
        guard let base = bytes.baseAddress, let found = memchr(base + position, 10, bytes.count - position) else {
            return bytes.count
        }
        return UnsafeRawPointer(found) - UnsafeRawPointer(base)
    }
}
