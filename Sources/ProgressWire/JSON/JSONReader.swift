/// Reads one strict JSON document (see `JSONScanner`) into a value; keys must be unique in each object.
///
/// The bytes must outlive the reader. It does not recurse: hostile nesting meets `depthLimit`, not the stack.
/// - Complexity: O(bytes).
package struct JSONReader {
    private struct Frame {
        let isObject: Bool
        var contents = JSONContents()
    }

    private var scanner: JSONScanner
    private var frames: [Frame] = []

    package init(_ bytes: UnsafeBufferPointer<UInt8>, depthLimit: Int = 64) {
        scanner = JSONScanner(bytes, depthLimit: depthLimit)
    }

    package init(_ bytes: UnsafeRawBufferPointer, depthLimit: Int = 64) {
        scanner = JSONScanner(bytes, depthLimit: depthLimit)
    }

    package static func parse(_ bytes: [UInt8], depthLimit: Int = 64) throws(JSONError) -> JSONValue {
        try bytes.withUnsafeBufferPointer { bytes throws(JSONError) in
            var reader = JSONReader(bytes, depthLimit: depthLimit)
            return try reader.parse()
        }
    }

    /// The whole document as a value; call it once.
    package mutating func parse() throws(JSONError) -> JSONValue {
        while true {
            if let value = try step() { return value }
        }
    }

    /// Reads one more token, for callers that read a long document in slices.
    /// - Returns: the whole document with its last token; nil before. Do not call it after that, nor after an error.
    @inline(__always)
    package mutating func step() throws(JSONError) -> JSONValue? {
        guard let value = try advance() else { return nil }
        let top = frames.count - 1
        if top < 0 {
            _ = try scanner.nextToken()
            return value
        }
        if frames[top].isObject {
            frames[top].contents.values[frames[top].contents.values.count - 1] = value
        } else {
            frames[top].contents.values.append(value)
        }
        return nil
    }

    /// Takes one token; returns the value that it completes, if it does.
    private mutating func advance() throws(JSONError) -> JSONValue? {
        switch try scanner.nextToken() {
        case .objectStart: frames.append(Frame(isObject: true))
        case .arrayStart: frames.append(Frame(isObject: false))
        case .key(let key): try open(scanner.string(key))
        case .objectEnd: return frames.popLast().map { .object(JSONObject(filled: $0.contents)) }
        case .arrayEnd: return frames.popLast().map { .array(JSONArray(filled: $0.contents)) }
        case .string(let text): return .string(scanner.string(text))
        case .number(let range):
            return .number(JSONNumber(checked: String(decoding: scanner.slice(range), as: UTF8.self)))
        case .bool(let value): return .bool(value)
        case .null: return .null
        case .end: preconditionFailure("A document is read once.")
        }
        return nil
    }

    private mutating func open(_ key: String) throws(JSONError) {
        if frames[frames.count - 1].contents.open(JSONKey(text: key)) { return }
        var pointer = JSONPointer.root
        for frame in frames.dropLast() {
            if frame.isObject, let key = frame.contents.keys.last {
                pointer.append(key.text)
            } else {
                pointer = pointer.appending(index: frame.contents.values.count)
            }
        }
        pointer.append(key)
        throw .duplicateKey(pointer: pointer.text)
    }
}
