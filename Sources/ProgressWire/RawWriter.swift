/// Writes bytes one after the other into memory that was reserved for all of them.
///
/// The pieces of hot replies are short and have a greatest length: asking for room once, not once a piece, saves nine
/// in ten checks. Only `append(atMost:_:)` makes one, and says how much room there is; nothing here checks it.
package struct RawWriter: ~Copyable {
    private let start: UnsafeMutablePointer<UInt8>
    private var end: UnsafeMutablePointer<UInt8>

    fileprivate init(_ start: UnsafeMutablePointer<UInt8>) {
        self.start = start
        end = start
    }

    /// Number of bytes written.
    fileprivate var count: Int { end - start }

    @inline(__always)
    mutating func append(_ byte: UInt8) {
        end.pointee = byte
        end += 1
    }

    /// Appends a constant; where it is a literal, its length is known when this is compiled.
    @inline(__always)
    mutating func append(_ text: StaticString) {
        end.update(from: text.utf8Start, count: text.utf8CodeUnitCount)
        end += text.utf8CodeUnitCount
    }

    /// Lets `write` fill the next `count` bytes, all of them.
    @inline(__always)
    mutating func append(count: Int, _ write: (UnsafeMutablePointer<UInt8>) -> Void) {
        write(end)
        end += count
    }

    /// `true` or `false`; takes eight bytes of room.
    @inline(__always)
    mutating func appendJSON(_ value: Bool) {
        let word: UInt64 = value ? 0x6575_7274 : 0x65_736c_6166
        UnsafeMutableRawPointer(end).storeBytes(of: word.littleEndian, as: UInt64.self)
        end += value ? 4 : 5
    }
}

extension [UInt8] {
    /// Lets `write` append at most `most` bytes.
    @inline(__always)
    mutating func append(atMost most: Int, _ write: (inout RawWriter) -> Void) {
        append(addingCapacity: most) { output in
            output.withUnsafeMutableBufferPointer { room, initialized in
                guard let start = room.baseAddress else { preconditionFailure("Room was asked for.") }
                var writer = RawWriter(start)
                write(&writer)
                precondition(writer.count <= most, "More was written than there was room for.")
                initialized = writer.count
            }
        }
    }
}
