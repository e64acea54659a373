internal import CZlib

/// zlib's CRC-32.
package enum Checksum {
    package static func of(_ bytes: UnsafeRawBufferPointer, after previous: UInt32 = 0) -> UInt32 {
        let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
        return UInt32(truncatingIfNeeded: crc32_z(UInt(previous), start, bytes.count))
    }

    package static func of(_ word: UInt64) -> UInt32 {
        withUnsafeBytes(of: word.littleEndian) { of($0) }
    }
}
