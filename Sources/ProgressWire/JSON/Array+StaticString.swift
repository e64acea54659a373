import ProgressCore

extension [UInt8] {
    /// Appends a constant piece, such as `,"totalUnitCount":`, as it is.
    package mutating func append(_ text: StaticString) {
        append(text.utf8Start, count: text.utf8CodeUnitCount)
    }

    /// Appends the bytes of a text as they are.
    package mutating func append(text: String) {
        var text = text
        text.withUTF8 { append(contentsOf: $0) }
    }

    /// Appends `"name":`, after a comma unless the object has just been opened. The name must need no escapes.
    package mutating func appendKey(_ name: StaticString) {
        appendSeparator()
        append(UInt8(ascii: "\""))
        append(name)
        append(UInt8(ascii: "\""))
        append(UInt8(ascii: ":"))
    }

    /// Appends a comma unless an array or object has just been opened.
    package mutating func appendSeparator() {
        if let last, last != UInt8(ascii: "{"), last != UInt8(ascii: "[") { append(UInt8(ascii: ",")) }
    }
}
