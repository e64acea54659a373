internal import CZlib

/// zlib at its fastest: about a third of a group's bytes is left.
enum Deflated {
    /// Takes between 10 and 80 milliseconds.
    static let pieceByteCount = 1 << 20

    /// - Parameter pause: called after each piece.
    /// - Returns: nil if it would not get smaller.
    static func bytes(of bytes: [UInt8], pause: () -> Void) -> [UInt8]? {
        var stream = z_stream()
        let size = Int32(MemoryLayout<z_stream>.size)
        guard deflateInit_(&stream, Z_BEST_SPEED, zlibVersion(), size) == Z_OK else { return nil }
        defer { deflateEnd(&stream) }
        let deflated = [UInt8](unsafeUninitializedCapacity: bytes.count) { room, initialized in
            bytes.withUnsafeBufferPointer { bytes in
                initialized = deflate(bytes, into: room, by: &stream, pause: pause) ?? 0
            }
        }
        return deflated.isEmpty || deflated.count >= bytes.count ? nil : deflated
    }

    /// - Returns: the number of bytes; nil if the room is too small.
    private static func deflate(
        _ bytes: UnsafeBufferPointer<UInt8>,
        into room: UnsafeMutableBufferPointer<UInt8>,
        by stream: inout z_stream,
        pause: () -> Void
    ) -> Int? {
        stream.next_out = room.baseAddress
        stream.avail_out = uInt(room.count)
        stream.next_in = UnsafeMutablePointer(mutating: bytes.baseAddress)
        var left = bytes.count
        while left > 0 {
            let count = min(left, pieceByteCount)
            left -= count
            stream.avail_in += uInt(count)
            let code = CZlib.deflate(&stream, left == 0 ? Z_FINISH : Z_NO_FLUSH)
            if left == 0 { return code == Z_STREAM_END ? room.count - Int(stream.avail_out) : nil }
            guard code == Z_OK, stream.avail_in == 0 else { return nil }
            pause()
        }
        return nil
    }

    /// - Returns: nil unless that gives exactly `byteCount` bytes.
    static func inflate(_ bytes: ArraySlice<UInt8>, to byteCount: Int) -> [UInt8]? {
        let inflated = [UInt8](unsafeUninitializedCapacity: byteCount) { room, initialized in
            var count = uLongf(byteCount)
            let code = bytes.withUnsafeBufferPointer {
                uncompress(room.baseAddress, &count, $0.baseAddress, uLong($0.count))
            }
            initialized = code == Z_OK ? Int(count) : 0
        }
        return inflated.count == byteCount ? inflated : nil
    }
}
