extension [UInt8] {
    /// Appends text that is put together; for text that is written here there is `append`, which costs less.
    mutating func append(text: String) { append(contentsOf: text.utf8) }
}
