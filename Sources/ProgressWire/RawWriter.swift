/// Writes bytes one behind the other into memory that was reserved for all of them.
///
/// What the hot replies consist of is short and has a greatest length: asking for room once, not once a piece, takes
/// the checks off nine in ten appends. Made by `append(atMost:_:)` alone, which says how much room there is; nothing
/// here looks.
package struct RawWriter: ~Copyable {
    private let start: UnsafeMutablePointer<UInt8>
    private var end: UnsafeMutablePointer<UInt8>

    fileprivate init(_ start: UnsafeMutablePointer<UInt8>) {
        self.start = start
        end = start
    }

    /// How many bytes were written.
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
    /// Appends what `write` writes, which must never be more than `most` bytes.
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
