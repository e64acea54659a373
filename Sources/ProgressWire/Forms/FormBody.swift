/// A form (`application/x-www-form-urlencoded`, URL Standard, 5.1) as the object that a JSON body with the same members
/// would be. It decides types alone; every rule about members is the JSON bodies'.
package enum FormBody {
    /// Members that a form sets key by key: all after the first dot is the key.
    private static let nested: Set<String> = ["labels", "userInfo", "urls"]

    /// More members, a dozen thousand instructions each, would hold up other requests.
    package static let maximumMemberCount = 1_024

    /// - Complexity: O(bytes).
    package static func parse(_ bytes: UnsafeRawBufferPointer) throws(BodyError) -> JSONValue {
        let bytes = bytes.assumingMemoryBound(to: UInt8.self)
        var members = JSONContents()
        var inner: [String: JSONContents] = [:]
        for (position, piece) in bytes.split(separator: UInt8(ascii: "&")).enumerated() {
            if position == maximumMemberCount {
                throw .malformedForm(offset: piece.startIndex, "a form has at most \(maximumMemberCount) members.")
            }
            let equals = piece.firstIndex(of: UInt8(ascii: "="))
            let name = try text(piece[..<(equals ?? piece.endIndex)])
            let value = try equals.map { at throws(BodyError) in try text(piece[(at + 1)...]) } ?? ""
            if let (outer, key) = split(name) {
                if inner[outer] == nil { try open(outer, at: .root, in: &members) }
                try open(key, at: JSONPointer.root.appending(outer), in: &inner[outer, default: JSONContents()])
                inner[outer]?.set(value.isEmpty ? .null : .string(value), under: JSONKey(text: key))
            } else {
                try open(name, at: .root, in: &members)
                members.set(try typed(value, name), under: JSONKey(text: name))
            }
        }
        for (outer, contents) in inner {
            members.set(.object(JSONObject(filled: contents)), under: JSONKey(text: outer))
        }
        return .object(JSONObject(filled: members))
    }

    private static func split(_ name: String) -> (outer: String, key: String)? {
        guard let dot = name.utf8.firstIndex(of: UInt8(ascii: ".")) else { return nil }
        let outer = String(name[..<dot])
        return nested.contains(outer) ? (outer, String(name[name.utf8.index(after: dot)...])) : nil
    }

    private static func open(
        _ key: String,
        at pointer: JSONPointer,
        in contents: inout JSONContents
    ) throws(BodyError) {
        if !contents.open(JSONKey(text: key)) { throw .json(.duplicateKey(pointer: pointer.appending(key).text)) }
    }

    /// A value that its member's type cannot read stays text, and the body's own rules refuse it.
    private static func typed(_ value: String, _ name: String) throws(BodyError) -> JSONValue {
        let type = FormType(member: name)
        if type == .tree {
            throw .json(
                .wrongType(pointer: "/\(name)", expected: "an array, which takes a JSON body", found: "a form's text")
            )
        }
        if value.isEmpty { return .null }
        switch type {
        case .number: return JSONNumber(value).map { .number($0) } ?? .string(value)
        case .flag: return value == "true" ? .bool(true) : value == "false" ? .bool(false) : .string(value)
        case .text, .tree: return .string(value)
        }
    }

    private static func text(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) throws(BodyError) -> String {
        guard let decoded = PercentEncoding.decode(bytes, plusIsSpace: true) else {
            throw .malformedForm(offset: bytes.startIndex, "a % is not followed by two hexadecimal digits.")
        }
        guard let text = String(validating: decoded, as: UTF8.self) else {
            throw .malformedForm(offset: bytes.startIndex, "the decoded text is not UTF-8.")
        }
        return text
    }
}
