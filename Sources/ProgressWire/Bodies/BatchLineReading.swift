/// A line of a batch while it is read: in one step, unless its body is long. The bytes must outlive it.
package struct BatchLineReading {
    /// Whole after the last step.
    package private(set) var line = BatchLine()
    private var reader: LineReader
    private var seen: UInt8 = 0

    private enum Member: UInt8 { case method, path, body, headers }

    /// - Parameter bodyLimit: the most bytes that the body may have.
    /// - Complexity: O(`LineLimits.bytes` + `bodyLimit`) in all, however long the line is.
    package init(_ bytes: UnsafeBufferPointer<UInt8>, bodyLimit: Int) {
        reader = LineReader(bytes, bodyLimit: bodyLimit)
    }

    /// - Returns: whether more is left.
    package mutating func step() throws(BatchLineError) -> Bool {
        if reader.isInBody {
            guard try passBody() else { return true }
        } else {
            guard case .objectStart = try reader.next() else {
                throw .body(.json(.wrongType(pointer: "", expected: "an object", found: "another value")))
            }
        }
        while case .key(let key) = try reader.next() {
            switch try take(key) {
            case .method: line.method = reader.string(try text(of: "method"))
            case .path:
                let text = try text(of: "path")
                line.path = text.range
                if text.isEscaped { line.unescapedPath = reader.string(text) }
            case .body:
                reader.enterBody()
                guard try passBody() else { return true }
            case .headers: line.headers = try headers()
            }
        }
        _ = try reader.next()
        for (member, name) in [(Member.method, "method"), (.path, "path")] where seen & 1 << member.rawValue == 0 {
            throw .body(.missingField(pointer: "/\(name)"))
        }
        try check(byteCount: (line.unescapedPath?.utf8.count ?? line.path.count) + line.headers.byteCount)
        return false
    }

    /// - Returns: whether the body is over.
    private mutating func passBody() throws(BatchLineError) -> Bool {
        line.body = try reader.skipBody()
        return line.body != nil
    }

    private mutating func take(_ key: JSONText) throws(BatchLineError) -> Member {
        guard let member = member(key) else {
            let name = reader.string(key)
            throw .body(
                .unknownField(
                    pointer: JSONPointer.root.appending(name).text,
                    nearest: NearName.nearest(to: name, among: ["method", "path", "body", "headers"])
                )
            )
        }
        if seen & 1 << member.rawValue != 0 {
            throw .body(.json(.duplicateKey(pointer: JSONPointer.root.appending(reader.string(key)).text)))
        }
        seen |= 1 << member.rawValue
        return member
    }

    private func member(_ key: JSONText) -> Member? {
        if reader.matches(key, "method") { return .method }
        if reader.matches(key, "path") { return .path }
        if reader.matches(key, "body") { return .body }
        return reader.matches(key, "headers") ? .headers : nil
    }

    private mutating func text(of name: String) throws(BatchLineError) -> JSONText {
        let token = try reader.next()
        if case .string(let text) = token { return text }
        throw wrongType(token, "a string", .root.appending(name))
    }

    /// Stops at the first field beyond a limit. A value that is null is empty.
    private mutating func headers() throws(BatchLineError) -> LineHeaders {
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

    private func wrongType(_ token: JSONToken, _ expected: String, _ pointer: JSONPointer) -> BatchLineError {
        .body(.json(.wrongType(pointer: pointer.text, expected: expected, found: token.typeName)))
    }

    private func check(byteCount: Int) throws(BatchLineError) {
        if byteCount > LineLimits.headBytes { throw .headTooLarge(.bytes(limit: LineLimits.headBytes)) }
    }
}
