/// The body of `completed-units`, the hottest of all: without members of the progress it is read without building values.
package struct UnitsBody: Sendable {
    package let count: Int64
    /// The name of the writer and the number of its write; with them a retry is harmless.
    package let numbered: (writer: String, sequence: Int64)?
    private let members: Members?

    /// In a box, since hardly any body has some.
    private final class Members: Sendable {
        let result: PatchBody

        init(_ result: PatchBody) { self.result = result }
    }

    package var hasResult: Bool { members != nil }

    /// The members of the progress that it sets; nil if there are none.
    package var result: PatchBody? { members?.result }

    package init(_ bytes: UnsafeRawBufferPointer) throws(BodyError) {
        if let count = Self.plainCount(bytes) {
            self.count = count
            (numbered, members) = (nil, nil)
            return
        }
        guard let plain = Self.scan(bytes) else {
            var reader = JSONReader(bytes)
            let value: JSONValue
            do { value = try reader.parse() } catch { throw .json(error) }
            self = try Self(value)
            return
        }
        count = plain.count
        numbered = try Self.numbered(plain.writer, plain.sequence)
        members = nil
    }

    /// The values of a body that sets no member of the progress; nil for every other body, including a flawed one.
    private static func scan(
        _ bytes: UnsafeRawBufferPointer
    ) -> (count: Int64, writer: String?, sequence: Int64?)? {
        var scanner = JSONScanner(bytes)
        var count: Int64?
        var writer: String?
        var sequence: Int64?
        guard case .objectStart? = try? scanner.nextToken() else { return nil }
        var token = try? scanner.nextToken()
        while case .key(let key)? = token {
            guard let value = try? scanner.nextToken() else { return nil }
            if count == nil, scanner.matches(key, "count"), case .number(let range) = value {
                count = scanner.int64(range)
                if count == nil { return nil }
            } else if sequence == nil, scanner.matches(key, "sequence"), case .number(let range) = value {
                sequence = scanner.int64(range)
                if sequence == nil { return nil }
            } else if writer == nil, scanner.matches(key, "writer"), case .string(let text) = value {
                writer = scanner.string(text)
            } else {
                return nil
            }
            token = try? scanner.nextToken()
        }
        guard case .objectEnd? = token, case .end? = try? scanner.nextToken(), let count else { return nil }
        return (count, writer, sequence)
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
}

extension UnitsBody {
    private static let own: Set<String> = ["count", "sequence", "writer"]

    /// Reads a body that is already a JSON value.
    package init(_ value: JSONValue) throws(BodyError) {
        let object = try ObjectMembers(value)
        let result = try PatchBody(resultIn: object, leavesOut: Self.own)
        let count = try Self.own("count", object) { value, at throws(JSONError) in try value.int64Value(at: at) }
        let sequence = try Self.own("sequence", object) { value, at throws(JSONError) in try value.int64Value(at: at) }
        let writer = try Self.own("writer", object) { value, at throws(JSONError) in try value.stringValue(at: at) }
        guard let count else { throw .missingField(pointer: "/count") }
        self.count = count
        numbered = try Self.numbered(writer, sequence)
        members = result.isEmpty ? nil : Members(result)
    }

    /// A member that must not be null if present.
    private static func own<Value>(
        _ name: String,
        _ object: ObjectMembers,
        _ read: (JSONValue, JSONPointer) throws(JSONError) -> Value
    ) throws(BodyError) -> Value? {
        guard let value = object.members[name] else { return nil }
        do throws(JSONError) { return try read(value, .root.appending(name)) } catch { throw .json(error) }
    }
}
