/// Reads little-endian numbers, and texts after their length, as `Array+Record` writes them.
package struct RecordReader {
    private var rest: UnsafeRawBufferPointer.SubSequence

    /// - Parameter bytes: must outlive the reader.
    package init(_ bytes: UnsafeRawBufferPointer) { rest = bytes[...] }

    package mutating func number<Number: FixedWidthInteger>(_: Number.Type) throws(RecordError) -> Number {
        let piece = try take(MemoryLayout<Number>.size)
        return Number(littleEndian: UnsafeRawBufferPointer(rebasing: piece).loadUnaligned(as: Number.self))
    }

    /// The first byte of every record.
    /// - Parameter newest: the newest form of its kind. This version reads all before it, from 1.
    package mutating func form(upTo newest: UInt8) throws(RecordError) -> UInt8 {
        let form = try number(UInt8.self)
        guard 1...newest ~= form else { throw .unknown("form", form, newest: newest) }
        return form
    }

    package mutating func double() throws(RecordError) -> Double { Double(bitPattern: try number(UInt64.self)) }

    package mutating func float() throws(RecordError) -> Float { Float(bitPattern: try number(UInt32.self)) }

    package mutating func bytes() throws(RecordError) -> [UInt8] {
        let count = try number(UInt32.self)
        return Array(try take(Int(count)))
    }

    /// Like `bytes()`, but in place, for another reader.
    mutating func part() throws(RecordError) -> UnsafeRawBufferPointer {
        let count = try number(UInt32.self)
        return UnsafeRawBufferPointer(rebasing: try take(Int(count)))
    }

    package mutating func text() throws(RecordError) -> String {
        let count = try number(UInt32.self)
        guard let text = String(validating: try take(Int(count)), as: UTF8.self) else {
            throw .badValue("a text in a record is not UTF-8")
        }
        return text
    }

    /// The remaining bytes, which another reader reads to their end.
    func remainder() -> UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: rest) }

    /// Call it at the end.
    package func finish() throws(RecordError) {
        if !rest.isEmpty { throw .surplus(byteCount: rest.count) }
    }

    private mutating func take(_ count: Int) throws(RecordError) -> UnsafeRawBufferPointer.SubSequence {
        guard count <= rest.count else { throw .truncated(missing: count - rest.count) }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }
}
