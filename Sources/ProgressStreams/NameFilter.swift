/// A name, or the beginning of names.
package struct NameFilter: Sendable {
    private let text: String
    private let isBeginning: Bool

    /// - Parameter text: a name, or its beginning and `*`.
    package init(_ text: String) {
        isBeginning = text.utf8.last == UInt8(ascii: "*")
        self.text = isBeginning ? String(text.dropLast()) : text
    }

    func matches(_ name: String) -> Bool {
        let (wanted, given) = (text.utf8.span, name.utf8.span)
        if wanted.count > given.count || (!isBeginning && wanted.count < given.count) { return false }
        for index in wanted.indices where wanted[index] != given[index] { return false }
        return true
    }
}
