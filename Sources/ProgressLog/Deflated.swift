internal import CZlib

/// zlib at its fastest: about a third of a group's bytes is left.
enum Deflated {
    /// - Returns: nil if it would not get smaller.
    static func bytes(of bytes: [UInt8]) -> [UInt8]? {
        var count = compressBound(uLong(bytes.count))
        let deflated = [UInt8](unsafeUninitializedCapacity: Int(count)) { room, initialized in
            let code = compress2(room.baseAddress, &count, bytes, uLong(bytes.count), Z_BEST_SPEED)
            initialized = code == Z_OK ? Int(count) : 0
        }
        return deflated.isEmpty || deflated.count >= bytes.count ? nil : deflated
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
