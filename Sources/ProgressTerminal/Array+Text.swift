extension [UInt8] {
    mutating func append(_ text: String) { append(contentsOf: text.utf8) }

    /// Appends spaces; a negative count appends nothing.
    mutating func appendSpaces(_ count: Int) {
        for _ in 0..<Swift.max(count, 0) { append(UInt8(ascii: " ")) }
    }
}
