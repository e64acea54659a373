extension [UInt8] {
    /// Appends a constant of the program as UTF-8.
    mutating func append(_ text: StaticString) {
        text.withUTF8Buffer { append(contentsOf: $0) }
    }
}
