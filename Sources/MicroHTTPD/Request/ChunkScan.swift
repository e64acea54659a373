/// Counts the bytes of a chunked body, which libmicrohttpd reads and does not count.
///
/// Strict: framing that could be read in two ways, extensions and trailers leave the count unknown.
struct ChunkScan {
    private enum State {
        case size(UInt64, digitCount: Int)
        case sizeEnd(UInt64)
        case data(left: UInt64)
        case dataReturn, dataEnd, lastReturn, lastEnd, ended, unknown
    }

    private var state = State.size(0, digitCount: 0)
    private var byteCount: UInt64 = 0

    /// - Parameter bytes: the first of it; nil if its beginning is unknown.
    init(_ bytes: UnsafeRawBufferPointer?) {
        if let bytes { take(bytes) } else { state = .unknown }
    }

    /// The size of the whole body; nil if that has not ended, or its size is unknown.
    var wholeByteCount: UInt64? {
        if case .ended = state { return byteCount }
        return nil
    }

    /// The next bytes of the connection; those after the body are not counted.
    mutating func take(_ bytes: UnsafeRawBufferPointer) {
        var position = 0
        while position < bytes.count {
            switch state {
            case .ended, .unknown: return
            case .data(let left):
                let count = Int(min(left, UInt64(bytes.count - position)))
                position += count
                byteCount += UInt64(count)
                state = left == UInt64(count) ? .dataReturn : .data(left: left - UInt64(count))
            default:
                take(bytes[position])
                position += 1
                byteCount += 1
            }
        }
    }

    private mutating func take(_ byte: UInt8) {
        let (returns, feeds) = (byte == UInt8(ascii: "\r"), byte == UInt8(ascii: "\n"))
        switch state {
        case .size(let size, let count):
            if let digit = Self.digit(byte), count < 15 {
                state = .size(size << 4 | digit, digitCount: count + 1)
            } else {
                state = returns && count > 0 ? .sizeEnd(size) : .unknown
            }
        case .sizeEnd(let size): state = !feeds ? .unknown : size == 0 ? .lastReturn : .data(left: size)
        case .dataReturn: state = returns ? .dataEnd : .unknown
        case .dataEnd: state = feeds ? .size(0, digitCount: 0) : .unknown
        case .lastReturn: state = returns ? .lastEnd : .unknown
        case .lastEnd: state = feeds ? .ended : .unknown
        case .data, .ended, .unknown: break
        }
    }

    private static func digit(_ byte: UInt8) -> UInt64? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"): UInt64(byte | 0x20) - 0x57
        default: nil
        }
    }
}
