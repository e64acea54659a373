/// One line of a batch: a call, with its body where it stands in the line.
package struct BatchLine {
    package let method: String
    package let path: String
    /// The bytes of the body within the line; nil if there is none. They are checked when the call reads them.
    package let body: Range<Int>?
    /// Names in lower case.
    package let headers: [String: [UInt8]]

    package init(_ bytes: UnsafeBufferPointer<UInt8>) throws(BodyError) {
        // Grammar, duplicate keys and depth of the whole line first; a create's tree may be deep.
        var scanner = JSONScanner(bytes, depthLimit: 4_096)
        var method: String?
        var path: String?
        var body: Range<Int>?
        var headers: [String: [UInt8]] = [:]
        var seen: Set<String> = []
        guard case .objectStart = try Self.next(&scanner) else {
            throw .json(.wrongType(pointer: "", expected: "an object", found: "another value"))
        }
        while case .key(let text) = try Self.next(&scanner) {
            let key = scanner.string(text)
            if !seen.insert(key).inserted { throw .json(.duplicateKey(pointer: JSONPointer.root.appending(key).text)) }
            let range: Range<Int>
            do { range = try scanner.skipValue() } catch { throw .json(error) }
            switch key {
            case "method": method = try Self.string(bytes, range, "method")
            case "path": path = try Self.string(bytes, range, "path")
            case "body": body = range
            case "headers": headers = try Self.headers(bytes, range)
            default: throw .unknownField(pointer: JSONPointer.root.appending(key).text)
            }
        }
        _ = try Self.next(&scanner)
        guard let method else { throw .missingField(pointer: "/method") }
        guard let path else { throw .missingField(pointer: "/path") }
        self.method = method
        self.path = path
        self.body = body
        self.headers = headers
    }

    private static func next(_ scanner: inout JSONScanner) throws(BodyError) -> JSONToken {
        do { return try scanner.nextToken() } catch { throw .json(error) }
    }

    private static func value(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) throws(BodyError) -> JSONValue {
        var reader = JSONReader(UnsafeBufferPointer(rebasing: bytes[range]))
        do { return try reader.parse() } catch { throw .json(error) }
    }

    private static func string(
        _ bytes: UnsafeBufferPointer<UInt8>,
        _ range: Range<Int>,
        _ name: String
    ) throws(BodyError) -> String {
        let value = try value(bytes, range)
        do { return try value.stringValue(at: .root.appending(name)) } catch { throw .json(error) }
    }

    private static func headers(
        _ bytes: UnsafeBufferPointer<UInt8>,
        _ range: Range<Int>
    ) throws(BodyError) -> [String: [UInt8]] {
        let at = JSONPointer.root.appending("headers")
        var headers: [String: [UInt8]] = [:]
        for (name, value) in try Field.object(try value(bytes, range), { at }) {
            let text = try Field.text(value) { at.appending(name) } ?? ""
            headers[name.lowercased()] = Array(text.utf8)
        }
        return headers
    }
}
