/// The framing of `Transfer-Encoding: chunked` (RFC 9112, 7.1).
enum ChunkHead {
    /// Sixteen digits and a line end.
    static let capacity = 18
    static let lineEnd: [UInt8] = [13, 10]
    /// The chunk of size zero, and no trailers.
    static let last: [UInt8] = [UInt8(ascii: "0"), 13, 10, 13, 10]

    /// Writes the size line of a chunk at the end of `space`; the result is where.
    static func write(_ count: Int, into space: UnsafeMutableRawBufferPointer) -> UnsafeRawBufferPointer {
        var start = capacity - 2
        space[start] = 13
        space[start + 1] = 10
        var rest = UInt(count)
        repeat {
            start -= 1
            let digit = UInt8(rest & 15)
            space[start] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
            rest >>= 4
        } while rest > 0
        return UnsafeRawBufferPointer(rebasing: space[start..<capacity])
    }
}
