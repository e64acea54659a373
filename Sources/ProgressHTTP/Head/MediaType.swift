import Glibc

/// Media types (RFC 9110, 8.3.1) in headers.
enum MediaType {
    static let form: StaticString = "application/x-www-form-urlencoded"

    /// Compares `type/subtype`, ignoring case and parameters.
    static func matches(_ header: UnsafeBufferPointer<UInt8>, _ type: StaticString) -> Bool {
        var end = 0
        while end < header.count, header[end] != UInt8(ascii: ";"), header[end] != 32, header[end] != 9 { end += 1 }
        guard end == type.utf8CodeUnitCount else { return false }
        if let start = header.baseAddress, memcmp(start, type.utf8Start, end) == 0 { return true }
        for index in 0..<end {
            let byte = header[index]
            let lowered = byte >= 65 && byte <= 90 ? byte + 32 : byte
            if lowered != type.utf8Start[index] { return false }
        }
        return true
    }

    /// Whether it ends in `/json` or `+json`: one JSON document, unlike `application/x-ndjson`.
    static func isJSON(_ type: StaticString) -> Bool {
        let count = type.utf8CodeUnitCount
        guard count > 5, memcmp(type.utf8Start + count - 4, "json", 4) == 0 else { return false }
        let mark = type.utf8Start[count - 5]
        return mark == UInt8(ascii: "/") || mark == UInt8(ascii: "+")
    }
}
