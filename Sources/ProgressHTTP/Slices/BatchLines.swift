import Glibc

/// The lines of a batch's body.
enum BatchLines {
    /// The lines that are not blank, as views into `body`.
    static func split(
        _ body: UnsafeRawBufferPointer,
        limit: Int
    ) throws(RequestError) -> [UnsafeBufferPointer<UInt8>] {
        let bytes = body.assumingMemoryBound(to: UInt8.self)
        var lines: [UnsafeBufferPointer<UInt8>] = []
        var start = 0
        while start < bytes.count {
            let rest = UnsafeBufferPointer(rebasing: bytes[start...])
            let end = newline(in: rest) ?? rest.count
            let line = UnsafeBufferPointer(rebasing: rest[..<end])
            start += end + 1
            guard line.contains(where: { $0 != 32 && $0 != 9 && $0 != 13 }) else { continue }
            if lines.count == limit {
                throw .tooManyLines(limit: limit)
            }
            lines.append(line)
        }
        return lines
    }

    private static func newline(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        guard let base = bytes.baseAddress, let found = memchr(base, 10, bytes.count) else { return nil }
        return UnsafeRawPointer(found) - UnsafeRawPointer(base)
    }
}
