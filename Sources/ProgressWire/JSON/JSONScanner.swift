/// Reads one JSON document, token by token, without building values.
///
/// Strict RFC 8259: UTF-8 only, no byte order mark, no comments, no trailing commas, no lone surrogates, nothing
/// after the value but white space. The caller checks types and duplicate keys. The bytes must outlive the scanner. Do
/// not use it after an error.
/// - Complexity: O(bytes) for the whole document; no heap allocation to a depth of 64.
package struct JSONScanner {
    private enum Expectation { case value, firstElement, firstKey, separator, end }

    private(set) var bytes: UnsafeBufferPointer<UInt8>
    /// The number of bytes read.
    package internal(set) var offset = 0
    private var expectation = Expectation.value
    private var nesting = JSONNesting()
    private let depthLimit: Int

    package init(_ bytes: UnsafeBufferPointer<UInt8>, depthLimit: Int = 64) {
        self.bytes = bytes
        self.depthLimit = depthLimit
    }

    package init(_ bytes: UnsafeRawBufferPointer, depthLimit: Int = 64) {
        self.init(bytes.assumingMemoryBound(to: UInt8.self), depthLimit: depthLimit)
    }

    /// The next token; `.end` once the document is complete, and ever after.
    package mutating func nextToken() throws(JSONError) -> JSONToken {
        let byte = nextByte()
        switch expectation {
        case .value: return try scanValue(byte)
        case .firstElement: return byte == UInt8(ascii: "]") ? close() : try scanValue(byte)
        case .firstKey: return byte == UInt8(ascii: "}") ? close() : try scanKey(byte)
        case .separator: return try scanSeparator(byte)
        case .end:
            guard offset == bytes.count else { throw malformed("Nothing is expected after the value.") }
            return .end
        }
    }

    /// Skips the next value (after a key, or the next element) and returns its bytes.
    ///
    /// Does not compare the keys inside: read the bytes with a `JSONReader` before trusting them.
    package mutating func skipValue() throws(JSONError) -> Range<Int> {
        let outside = nesting.depth
        var token = try nextToken()
        let start = offset - width(of: token)
        while nesting.depth > outside { token = try nextToken() }
        return start..<offset
    }

    /// The number of containers that are open.
    var depth: Int { nesting.depth }

    mutating func skipWhiteSpace() { _ = nextByte() }

    /// Continues in `bytes`, which begin as those before and may end earlier or later.
    mutating func resume(in bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// The next byte that is not white space, 0 at the end (a NUL is no token either).
    @inline(__always)
    private mutating func nextByte() -> UInt8 {
        while offset < bytes.count {
            let byte = bytes[offset]
            if byte > 0x20 { return byte }
            guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return byte }
            offset += 1
        }
        return 0
    }

    private mutating func scanSeparator(_ byte: UInt8) throws(JSONError) -> JSONToken {
        let isInObject = nesting.isInObject
        if byte == UInt8(ascii: ",") {
            offset += 1
            let next = nextByte()
            return isInObject ? try scanKey(next) : try scanValue(next)
        }
        guard byte == (isInObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
            throw malformed(
                isInObject
                    ? "A comma or the end of the object is expected." : "A comma or the end of the array is expected."
            )
        }
        return close()
    }

    private mutating func scanKey(_ byte: UInt8) throws(JSONError) -> JSONToken {
        guard byte == UInt8(ascii: "\"") else { throw malformed("A member's name in quotes is expected.") }
        let key = try scanString()
        guard nextByte() == UInt8(ascii: ":") else { throw malformed("A colon is expected after a member's name.") }
        offset += 1
        expectation = .value
        return .key(key)
    }

    private mutating func scanValue(_ byte: UInt8) throws(JSONError) -> JSONToken {
        let token: JSONToken
        switch byte {
        case UInt8(ascii: "{"): return try open(isObject: true)
        case UInt8(ascii: "["): return try open(isObject: false)
        case UInt8(ascii: "\""): token = .string(try scanString())
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): token = .number(try scanNumber())
        case UInt8(ascii: "t"): token = try scanWord("true", .bool(true))
        case UInt8(ascii: "f"): token = try scanWord("false", .bool(false))
        case UInt8(ascii: "n"): token = try scanWord("null", .null)
        case 0xEF where offset == 0: throw malformed("A value is expected; a byte order mark is not allowed.")
        default: throw malformed("A value is expected.")
        }
        expectation = nesting.isEmpty ? .end : .separator
        return token
    }

    private mutating func scanWord(_ word: StaticString, _ token: JSONToken) throws(JSONError) -> JSONToken {
        let start = offset
        for index in 0..<word.utf8CodeUnitCount {
            guard offset < bytes.count, bytes[offset] == word.utf8Start[index] else {
                offset = start
                throw malformed("A value is expected; the only words are true, false and null.")
            }
            offset += 1
        }
        return token
    }

    private mutating func open(isObject: Bool) throws(JSONError) -> JSONToken {
        guard nesting.depth < depthLimit else { throw .tooDeep(limit: depthLimit) }
        nesting.push(isObject: isObject)
        offset += 1
        expectation = isObject ? .firstKey : .firstElement
        return isObject ? .objectStart : .arrayStart
    }

    private mutating func close() -> JSONToken {
        let token: JSONToken = nesting.isInObject ? .objectEnd : .arrayEnd
        nesting.pop()
        offset += 1
        expectation = nesting.isEmpty ? .end : .separator
        return token
    }

    /// The number of bytes of a token that starts a value.
    private func width(of token: JSONToken) -> Int {
        switch token {
        case .string(let text), .key(let text): text.range.count + 2
        case .number(let range): range.count
        case .bool(let value): value ? 4 : 5
        case .null: 4
        case .objectStart, .objectEnd, .arrayStart, .arrayEnd: 1
        case .end: 0
        }
    }

    func malformed(_ expected: String) -> JSONError { .malformed(offset: offset, expected) }
}
