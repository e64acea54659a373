extension [UInt8] {
    mutating func append(_ text: String) { append(contentsOf: text.utf8) }
}
