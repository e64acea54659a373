internal import Glibc

/// The end of a head: an empty line after a line.
enum HeadEnd {
    /// - Returns: how long the head is, with that line; nil if it is not there yet.
    static func find(in bytes: UnsafeRawBufferPointer) -> Int? {
        guard let start = bytes.baseAddress else { return nil }
        var position = 0
        while let found = memchr(start + position, 10, bytes.count - position) {
            position = UnsafeRawPointer(found) - start + 1
            if position >= 4, bytes[position - 2] == 13, bytes[position - 3] == 10 { return position }
        }
        return nil
    }
}
