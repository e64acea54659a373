internal import Glibc

/// Takes the framing of `Transfer-Encoding: chunked` off a body as it arrives (RFC 9112, 7.1).
struct ChunkReader {
    enum Result: Equatable {
        case more
        /// The last chunk and its trailers ended; so many bytes follow.
        case ended(restByteCount: Int)
        case flawed
    }

    private enum Stage {
        case size, extensions, sizeEnd, data, dataReturn, dataEnd, trailer, trailerText, trailerEnd, lastEnd
    }

    /// A size line or the trailers may be this long.
    private static let longestLine = 4_096

    private var stage = Stage.size
    private var digitCount = 0
    private var lineCount = 0
    /// The bytes left of the present chunk.
    private var left = 0

    /// Moves the payload to the front of `bytes`.
    ///
    /// - Returns: how much payload there is, and what comes next.
    mutating func read(_ bytes: UnsafeMutableRawBufferPointer) -> (payload: Int, Result) {
        guard let start = bytes.baseAddress else { return (0, .more) }
        var (position, payload) = (0, 0)
        while position < bytes.count {
            if stage == .data {
                let count = min(left, bytes.count - position)
                if payload != position { memmove(start + payload, start + position, count) }
                position += count
                payload += count
                left -= count
                if left == 0 { stage = .dataReturn }
                continue
            }
            guard take(bytes[position]) else { return (payload, .flawed) }
            position += 1
            if stage == .lastEnd { return (payload, .ended(restByteCount: bytes.count - position)) }
        }
        return (payload, .more)
    }

    /// One byte of the framing.
    /// - Returns: whether it may be there.
    private mutating func take(_ byte: UInt8) -> Bool {
        lineCount += 1
        guard lineCount <= Self.longestLine else { return false }
        switch stage {
        case .size: return takeSize(byte)
        case .extensions:
            if byte == 13 { stage = .sizeEnd }
            return byte >= 0x20 || byte == 13 || byte == 9
        case .sizeEnd:
            stage = left == 0 ? .trailer : .data
            (digitCount, lineCount) = (0, 0)
            return byte == 10
        case .dataReturn:
            stage = .dataEnd
            return byte == 13
        case .dataEnd:
            stage = .size
            lineCount = 0
            return byte == 10
        case .trailer:
            stage = byte == 13 ? .trailerEnd : .trailerText
            return byte >= 0x20 || byte == 13
        case .trailerText:
            if byte == 10 { stage = .trailer }
            return true
        case .trailerEnd:
            stage = .lastEnd
            return byte == 10
        case .data, .lastEnd: return false
        }
    }

    private mutating func takeSize(_ byte: UInt8) -> Bool {
        if let digit = Self.digit(byte) {
            digitCount += 1
            left = left << 4 | digit
            return digitCount <= 15
        }
        guard digitCount > 0 else { return false }
        switch byte {
        case 13: stage = .sizeEnd
        case UInt8(ascii: ";"), 0x20, 0x09: stage = .extensions
        default: return false
        }
        return true
    }

    private static func digit(_ byte: UInt8) -> Int? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): Int(byte - UInt8(ascii: "a")) + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): Int(byte - UInt8(ascii: "A")) + 10
        default: nil
        }
    }
}
