import ProgressCore

extension [UInt8] {
    /// Appends a constant of the program as UTF-8.
    mutating func append(_ text: StaticString) {
        append(text.utf8Start, count: text.utf8CodeUnitCount)
    }
}
