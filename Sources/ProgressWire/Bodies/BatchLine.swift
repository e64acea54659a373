/// One line of a batch: a call, and the place of its body in the line.
package struct BatchLine {
    package private(set) var method = ""
    /// The path's bytes within the line, between its quotes.
    package private(set) var path = 0..<0
    /// The path, if its bytes in the line are escaped.
    package private(set) var unescapedPath: String?
    /// The bytes of the body within the line; nil if there is none. The call checks them.
    package private(set) var body: Range<Int>?
    package private(set) var headers = LineHeaders()

    private enum Member: UInt8 { case method, path, body, headers }

    /// - Parameter bodyLimit: the most bytes that its body may have.
    /// - Complexity: O(`LineLimits.bytes` + `bodyLimit`), however long the line is.
    package init(_ bytes: UnsafeBufferPointer<UInt8>, bodyLimit: Int) throws(BatchLineError) {
        var reader = LineReader(bytes)
        var seen: UInt8 = 0
        guard case .objectStart = try reader.next() else {
            throw .body(.json(.wrongType(pointer: "", expected: "an object", found: "another value")))
        }
        while case .key(let key) = try reader.next() {
            let member = try Self.member(key, reader)
            if seen & 1 << member.rawValue != 0 {
                throw .body(.json(.duplicateKey(pointer: JSONPointer.root.appending(reader.string(key)).text)))
            }
            seen |= 1 << member.rawValue
            switch member {
            case .method: method = reader.string(try Self.text(&reader) { .root.appending("method") })
            case .path: try setPath(try Self.text(&reader) { .root.appending("path") }, reader)
            case .body: body = try reader.body(limit: bodyLimit)
            case .headers: headers = try Self.headers(&reader)
            }
        }
        _ = try reader.next()
        for (member, name) in [(Member.method, "method"), (.path, "path")] where seen & 1 << member.rawValue == 0 {
            throw .body(.missingField(pointer: "/\(name)"))
        }
        let pathCount = unescapedPath?.utf8.count ?? path.count
        try Self.check(byteCount: pathCount + headers.byteCount)
    }

    private mutating func setPath(_ text: JSONText, _ reader: LineReader) throws(BatchLineError) {
        path = text.range
        if text.isEscaped { unescapedPath = reader.string(text) }
    }

    private static func member(_ key: JSONText, _ reader: LineReader) throws(BatchLineError) -> Member {
        if reader.matches(key, "method") { return .method }
        if reader.matches(key, "path") { return .path }
        if reader.matches(key, "body") { return .body }
        if reader.matches(key, "headers") { return .headers }
        let name = reader.string(key)
        throw .body(
            .unknownField(
                pointer: JSONPointer.root.appending(name).text,
                nearest: NearName.nearest(to: name, among: ["method", "path", "body", "headers"])
            )
        )
    }

    private static func text(
        _ reader: inout LineReader,
        _ pointer: () -> JSONPointer
    ) throws(BatchLineError) -> JSONText {
        let token = try reader.next()
        if case .string(let text) = token { return text }
        throw wrongType(token, "a string", pointer())
    }

    private static func wrongType(_ token: JSONToken, _ expected: String, _ pointer: JSONPointer) -> BatchLineError {
        .body(.json(.wrongType(pointer: pointer.text, expected: expected, found: token.typeName)))
    }

    /// Stops at the first field beyond a limit. A value that is null is empty.
    private static func headers(_ reader: inout LineReader) throws(BatchLineError) -> LineHeaders {
        let pointer = JSONPointer.root.appending("headers")
        let token = try reader.next()
        guard case .objectStart = token else { throw wrongType(token, "an object", pointer) }
        var headers = LineHeaders()
        var names = JSONContents()
        while case .key(let key) = try reader.next() {
            if headers.count == LineLimits.fields { throw .headTooLarge(.fields(limit: LineLimits.fields)) }
            let name = reader.string(key)
            if !names.open(JSONKey(text: name)) {
                throw .body(.json(.duplicateKey(pointer: pointer.appending(name).text)))
            }
            let value = try reader.next()
            switch value {
            case .string(let text): headers.append(name, reader.string(text))
            case .null: headers.append(name, "")
            default: throw wrongType(value, "a string", pointer.appending(name))
            }
            try check(byteCount: headers.byteCount)
        }
        return headers
    }

    private static func check(byteCount: Int) throws(BatchLineError) {
        if byteCount > LineLimits.headBytes { throw .headTooLarge(.bytes(limit: LineLimits.headBytes)) }
    }
}
