internal import Glibc

/// The target of a request as sent, not percent-decoded; it keeps its bytes until another one comes.
struct RequestTarget: ~Copyable {
    /// libmicrohttpd's address of it; after the request line it is only compared, never read from.
    private(set) var address: UnsafePointer<CChar>?
    private var buffer = ByteBuffer()
    private var isKnown = false
    private var queryStart: Int?

    var bytes: UnsafeBufferPointer<UInt8> {
        guard isKnown else { return UnsafeBufferPointer(start: nil, count: 0) }
        return buffer.bytes.assumingMemoryBound(to: UInt8.self)
    }

    /// The part before the first `?`.
    var path: UnsafeBufferPointer<UInt8> {
        guard let queryStart, isKnown else { return bytes }
        return UnsafeBufferPointer(rebasing: bytes[..<(queryStart - 1)])
    }

    /// The part after the first `?`; nil if there is none.
    var query: UnsafeBufferPointer<UInt8>? {
        guard let queryStart, isKnown else { return nil }
        return UnsafeBufferPointer(rebasing: bytes[queryStart...])
    }

    /// Copies it, because libmicrohttpd will cut the query into pieces where it lies.
    ///
    /// - Parameter comparesWithLast: whether to look if it is the same as the last one.
    /// - Returns: false if it is another one than the last, or was not compared.
    mutating func begin(_ text: UnsafePointer<CChar>?, comparesWithLast: Bool) -> Bool {
        address = text
        guard let text else { return true }
        let count = strlen(text)
        if comparesWithLast, buffer.count == count, let kept = buffer.bytes.baseAddress, memcmp(kept, text, count) == 0
        {
            isKnown = true
            return true
        }
        buffer.removeAll()
        isKnown = buffer.append(UnsafeRawBufferPointer(start: text, count: count))
        queryStart = memchr(text, Int32(UInt8(ascii: "?")), count).map {
            UnsafeRawPointer($0) - UnsafeRawPointer(text) + 1
        }
        return false
    }

    mutating func end() {
        isKnown = false
        address = nil
    }
}
