/// Draws values from bytes, whatever they are; zeros when they are used up.
struct ByteDraw {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    var isEmpty: Bool { rest.isEmpty }

    mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

    mutating func int64() -> Int64 {
        let width = Int(byte() % 9)
        return (0..<width).reduce(0) { value, _ in value << 8 | Int64(byte()) }
    }

    /// Up to 31 bytes, made UTF-8; nil for one in eight.
    mutating func text() -> String? {
        let head = byte()
        if head >> 5 == 7 { return nil }
        let bytes = rest.prefix(Int(head & 31))
        rest = rest.dropFirst(bytes.count)
        return String(decoding: bytes, as: UTF8.self)
    }
}
