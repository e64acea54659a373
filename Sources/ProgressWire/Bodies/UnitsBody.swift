/// The body of `completed-units`, the hottest of all: read without building values.
package struct UnitsBody: Sendable {
    package let count: Int64
    /// The name of the writer and the number of its write; with them a retry is harmless.
    package let numbered: (writer: String, sequence: Int64)?

    package init(_ bytes: UnsafeRawBufferPointer) throws(BodyError) {
        if let count = Self.plainCount(bytes) {
            self.count = count
            numbered = nil
            return
        }
        var scanner = JSONScanner(bytes)
        var count: Int64?
        var writer: String?
        var sequence: Int64?
        guard case .objectStart = try Self.next(&scanner) else { throw Self.fault(in: bytes) }
        reading: while true {
            switch try Self.next(&scanner) {
            case .key(let key):
                let value = try Self.next(&scanner)
                if count == nil, scanner.matches(key, "count"), case .number(let range) = value {
                    count = scanner.int64(range)
                    if count == nil { throw Self.fault(in: bytes) }
                } else if sequence == nil, scanner.matches(key, "sequence"), case .number(let range) = value {
                    sequence = scanner.int64(range)
                    if sequence == nil { throw Self.fault(in: bytes) }
                } else if writer == nil, scanner.matches(key, "writer"), case .string(let text) = value {
                    writer = scanner.string(text)
                } else {
                    throw Self.fault(in: bytes)
                }
            case .objectEnd: break reading
            default: throw Self.fault(in: bytes)
            }
        }
        _ = try Self.next(&scanner)
        guard let count else { throw .missingField(pointer: "/count") }
        self.count = count
        numbered = try Self.numbered(writer, sequence)
    }

    /// The count in `{"count":17}` or `{"count": 17}`, which nearly all clients send; nil for any other body.
    private static func plainCount(_ bytes: UnsafeRawBufferPointer) -> Int64? {
        var position = 9
        let end = bytes.count - 1
        guard end > position, bytes[end] == UInt8(ascii: "}"), bytes[8] == UInt8(ascii: ":"),
            UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self)) == Self.memberName
        else { return nil }
        if bytes[position] == UInt8(ascii: " ") { position += 1 }
        let digits = position..<end
        guard (1...18).contains(digits.count), digits.count == 1 || bytes[position] != UInt8(ascii: "0") else {
            return nil
        }
        var count: Int64 = 0
        for index in digits {
            let digit = bytes[index] &- UInt8(ascii: "0")
            guard digit < 10 else { return nil }
            count = count * 10 + Int64(digit)
        }
        return count
    }

    /// The eight bytes of `{"count"`, the first in the lowest.
    private static let memberName: UInt64 = 0x2274_6e75_6f63_227b

    private static func next(_ scanner: inout JSONScanner) throws(BodyError) -> JSONToken {
        do { return try scanner.nextToken() } catch { throw .json(error) }
    }

    private static func numbered(
        _ writer: String?,
        _ sequence: Int64?
    ) throws(BodyError) -> (writer: String, sequence: Int64)? {
        switch (writer, sequence) {
        case (nil, nil): return nil
        case (let writer?, let sequence?):
            if writer.utf8.count > FieldLimits.writer {
                throw .textTooLong(pointer: "/writer", count: writer.utf8.count, limit: FieldLimits.writer)
            }
            return (writer, sequence)
        case (nil, _?): throw .incompleteSequence(pointer: "/writer")
        case (_?, nil): throw .incompleteSequence(pointer: "/sequence")
        }
    }

    /// The exact error, found by reading the whole body again, slowly.
    private static func fault(in bytes: UnsafeRawBufferPointer) -> BodyError {
        var reader = JSONReader(bytes)
        let value: JSONValue
        do { value = try reader.parse() } catch { return .json(error) }
        do throws(BodyError) { _ = try UnitsBody(value) } catch { return error }
        return .missingField(pointer: "/count")
    }
}

extension UnitsBody {
    /// The same of a body that is a value already.
    package init(_ value: JSONValue) throws(BodyError) {
        var count: Int64?
        var writer: String?
        var sequence: Int64?
        for (name, value) in try Field.object(value, { .root }) {
            let pointer = JSONPointer.root.appending(name)
            switch name {
            case "count": count = try Self.integer(value, pointer)
            case "sequence": sequence = try Self.integer(value, pointer)
            case "writer": do { writer = try value.stringValue(at: pointer) } catch { throw .json(error) }
            default:
                let nearest = NearName.nearest(to: name, among: ["count", "sequence", "writer"])
                throw .unknownField(pointer: pointer.text, nearest: nearest)
            }
        }
        guard let count else { throw .missingField(pointer: "/count") }
        self.count = count
        numbered = try Self.numbered(writer, sequence)
    }
    private static func integer(_ value: JSONValue, _ pointer: JSONPointer) throws(BodyError) -> Int64 {
        do { return try value.int64Value(at: pointer) } catch { throw .json(error) }
    }
}
