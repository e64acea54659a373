import Glibc

/// Compares `type/subtype`, ignoring case and parameters.
enum MediaType {
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
}
