package import ProgressWire

/// JSON as asserts like to read it: `reply.json.items[0].name.string`; missing values are nil all the way down.
@dynamicMemberLookup
package struct JSON: Sendable, CustomStringConvertible {
    package let value: JSONValue?

    package init(_ value: JSONValue?) { self.value = value }

    package init(_ bytes: [UInt8]) { value = try? JSONReader.parse(bytes, depthLimit: 8_192) }

    package init(text: String) { self.init(Array(text.utf8)) }

    package subscript(dynamicMember name: String) -> JSON { self[name] }

    package subscript(name: String) -> JSON {
        guard case .object(let members)? = value else { return JSON(nil as JSONValue?) }
        return JSON(members[name])
    }

    package subscript(position: Int) -> JSON {
        guard case .array(let elements)? = value, elements.indices.contains(position) else {
            return JSON(nil as JSONValue?)
        }
        return JSON(elements[position])
    }

    package var isMissing: Bool { value == nil }
    package var isNull: Bool { value == .null }

    package var int: Int64? {
        guard case .number(let number)? = value else { return nil }
        return number.int64
    }

    package var double: Double? {
        guard case .number(let number)? = value else { return nil }
        return number.double
    }

    package var string: String? {
        guard case .string(let text)? = value else { return nil }
        return text
    }

    package var bool: Bool? {
        guard case .bool(let flag)? = value else { return nil }
        return flag
    }

    package var list: [JSON] {
        guard case .array(let elements)? = value else { return [] }
        return elements.map { JSON($0) }
    }

    package var keys: [String] {
        guard case .object(let members)? = value else { return [] }
        return members.map(\.key)
    }

    package var count: Int {
        switch value {
        case .array(let elements)?: elements.count
        case .object(let members)?: members.count
        default: 0
        }
    }

    package var description: String {
        guard let value else { return "nothing" }
        var bytes: [UInt8] = []
        bytes.appendJSON(value)
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension JSON: Equatable {
    package static func == (lhs: JSON, rhs: JSON) -> Bool { lhs.value == rhs.value }
}

extension String {
    /// The text as a JSON string, quotes included.
    package var json: String {
        var bytes: [UInt8] = []
        bytes.appendJSON(self)
        return String(decoding: bytes, as: UTF8.self)
    }
}
