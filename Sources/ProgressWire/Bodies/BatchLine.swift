/// One line of a batch: a call, and the place of its body in the line.
package struct BatchLine {
    package let method: String
    /// The path's bytes within the line, between its quotes.
    package let path: Range<Int>
    /// The path, if its bytes in the line are escaped.
    package let unescapedPath: String?
    /// The bytes of the body within the line; nil if there is none. The call checks them.
    package let body: Range<Int>?
    package let headers: LineHeaders

    private enum Member: UInt8 { case method, path, body, headers }

    /// A create's tree may be deep.
    static let depthLimit = 4_096

    package init(_ bytes: UnsafeBufferPointer<UInt8>) throws(BodyError) {
        var scanner = JSONScanner(bytes, depthLimit: Self.depthLimit)
        var method: JSONText?
        var path: JSONText?
        var body: Range<Int>?
        var headers = LineHeaders()
        var seen: UInt8 = 0
        guard case .objectStart = try Self.next(&scanner) else {
            throw .json(.wrongType(pointer: "", expected: "an object", found: "another value"))
        }
        while case .key(let key) = try Self.next(&scanner) {
            guard let member = Self.member(key, scanner) else {
                let name = scanner.string(key)
                throw .unknownField(
                    pointer: JSONPointer.root.appending(name).text,
                    nearest: NearName.nearest(to: name, among: ["method", "path", "body", "headers"])
                )
            }
            if seen & 1 << member.rawValue != 0 {
                throw .json(.duplicateKey(pointer: JSONPointer.root.appending(scanner.string(key)).text))
            }
            seen |= 1 << member.rawValue
            switch member {
            case .method: method = try Self.text(&scanner, bytes, "method")
            case .path: path = try Self.text(&scanner, bytes, "path")
            case .body: do { body = try scanner.skipValue() } catch { throw .json(error) }
            case .headers: headers = try Self.headers(&scanner, bytes)
            }
        }
        _ = try Self.next(&scanner)
        guard let method else { throw .missingField(pointer: "/method") }
        guard let path else { throw .missingField(pointer: "/path") }
        self.method = scanner.string(method)
        self.path = path.range
        unescapedPath = path.isEscaped ? scanner.string(path) : nil
        self.body = body
        self.headers = headers
    }

    private static func member(_ key: JSONText, _ scanner: JSONScanner) -> Member? {
        if scanner.matches(key, "method") { return .method }
        if scanner.matches(key, "path") { return .path }
        if scanner.matches(key, "body") { return .body }
        return scanner.matches(key, "headers") ? .headers : nil
    }

    private static func next(_ scanner: inout JSONScanner) throws(BodyError) -> JSONToken {
        do { return try scanner.nextToken() } catch { throw .json(error) }
    }

    private static func text(
        _ scanner: inout JSONScanner,
        _ bytes: UnsafeBufferPointer<UInt8>,
        _ name: String
    ) throws(BodyError) -> JSONText {
        let before = scanner
        if case .string(let text) = try next(&scanner) { return text }
        // Read it whole, for an error that names its type.
        scanner = before
        let value = try value(&scanner, bytes)
        do { _ = try value.stringValue(at: .root.appending(name)) } catch { throw .json(error) }
        preconditionFailure("A value that is no string has no string.")
    }

    private static func value(
        _ scanner: inout JSONScanner,
        _ bytes: UnsafeBufferPointer<UInt8>
    ) throws(BodyError) -> JSONValue {
        do {
            let range = try scanner.skipValue()
            var reader = JSONReader(UnsafeBufferPointer(rebasing: bytes[range]))
            return try reader.parse()
        } catch {
            throw .json(error)
        }
    }

    private static func headers(
        _ scanner: inout JSONScanner,
        _ bytes: UnsafeBufferPointer<UInt8>
    ) throws(BodyError) -> LineHeaders {
        let at = JSONPointer.root.appending("headers")
        var headers = LineHeaders()
        for (name, value) in try Field.object(try value(&scanner, bytes), { at }) {
            let text = try Field.text(value) { at.appending(name) } ?? ""
            headers.set(name, text)
        }
        return headers
    }
}

/// The headers of a line of a batch. Few are there, and most lookups find nothing.
package struct LineHeaders: Sendable {
    private var fields: [(name: String, value: [UInt8])] = []

    package init(_ fields: [(name: String, value: String)] = []) {
        for field in fields { set(field.name, field.value) }
    }

    /// If names differ only in case, the last counts.
    mutating func set(_ name: String, _ value: String) {
        let name = name.lowercased()
        fields.removeAll { $0.name == name }
        fields.append((name, Array(value.utf8)))
    }

    /// - Parameter name: in lower case.
    package func value(_ name: StaticString) -> [UInt8]? {
        if fields.isEmpty { return nil }
        for field in fields where field.name.utf8.count == name.utf8CodeUnitCount {
            let wanted = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
            if field.name.utf8.elementsEqual(wanted) { return field.value }
        }
        return nil
    }
}
