import MicroHTTPD

/// The `Prefer` header (RFC 7240); unknown preferences are ignored.
struct Preferences {
    var isMinimal = false
    /// Seconds, at most 60.
    var wait: Int?

    init(_ headers: CallHeaders) {
        headers.withList("prefer") { value in
            guard let value else { return }
            var start = 0
            for position in value.indices where value[position] == UInt8(ascii: ",") {
                read(value[start..<position])
                start = position + 1
            }
            read(value[start...])
        }
        if headers.isOfBatch { wait = nil }
    }

    /// Compares in place, without an allocation.
    private mutating func read(_ piece: Slice<UnsafeBufferPointer<UInt8>>) {
        var letters = Letters(rest: piece)
        if letters.take("return=minimal"), letters.next() == nil {
            isMinimal = true
            return
        }
        letters = Letters(rest: piece)
        guard letters.take("wait=") else { return }
        var seconds: Int?
        while let letter = letters.next() {
            guard letter >= UInt8(ascii: "0"), letter <= UInt8(ascii: "9") else { return }
            seconds = min((seconds ?? 0) * 10 + Int(letter - UInt8(ascii: "0")), 60)
        }
        if let seconds { wait = seconds }
    }

    /// The letters of one preference in lower case, without white space and quotes. Parameters after a semicolon mean
    /// nothing for the two known preferences.
    private struct Letters {
        var rest: Slice<UnsafeBufferPointer<UInt8>>

        mutating func next() -> UInt8? {
            while let byte = rest.popFirst() {
                switch byte {
                case UInt8(ascii: ";"): rest = rest[rest.endIndex...]
                case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\""): continue
                case UInt8(ascii: "A")...UInt8(ascii: "Z"): return byte | 0x20
                default: return byte
                }
            }
            return nil
        }

        mutating func take(_ word: StaticString) -> Bool {
            for index in 0..<word.utf8CodeUnitCount where next() != word.utf8Start[index] { return false }
            return true
        }
    }
}
