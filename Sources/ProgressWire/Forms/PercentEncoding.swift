import ProgressCore

/// Percent-encoding (RFC 3986) in paths, queries and forms.
package enum PercentEncoding {
    /// The decoded bytes; nil if a `%` is not followed by two hexadecimal digits.
    package static func decode(_ bytes: some Sequence<UInt8>, plusIsSpace: Bool = false) -> [UInt8]? {
        // Bytes in place: step by step through a sequence of another module, each costs hundreds of instructions.
        let decoded: [UInt8]?? = bytes.withContiguousStorageIfAvailable { decode($0, plusIsSpace) }
        return decoded ?? Array(bytes).withUnsafeBufferPointer { decode($0, plusIsSpace) }
    }

    private static func decode(_ bytes: UnsafeBufferPointer<UInt8>, _ plusIsSpace: Bool) -> [UInt8]? {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var position = 0
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            if byte == UInt8(ascii: "%") {
                guard position + 2 <= bytes.count, let high = Hexadecimal.value(of: bytes[position]),
                    let low = Hexadecimal.value(of: bytes[position + 1])
                else { return nil }
                decoded.append(high << 4 | low)
                position += 2
            } else {
                decoded.append(plusIsSpace && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
            }
        }
        return decoded
    }

    /// Appends the text with everything but the unreserved characters of RFC 3986 escaped.
    package static func append(_ text: some Sequence<UInt8>, to bytes: inout [UInt8]) {
        let isDone: Void? = text.withContiguousStorageIfAvailable { append($0, &bytes) }
        if isDone == nil { Array(text).withUnsafeBufferPointer { append($0, &bytes) } }
    }

    private static func append(_ text: UnsafeBufferPointer<UInt8>, _ bytes: inout [UInt8]) {
        let digits = Array("0123456789ABCDEF".utf8)
        for byte in text {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                bytes.append(byte)
            default:
                bytes.append(UInt8(ascii: "%"))
                bytes.append(digits[Int(byte >> 4)])
                bytes.append(digits[Int(byte & 15)])
            }
        }
    }
}
