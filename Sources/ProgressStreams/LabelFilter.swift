import ProgressCore

/// A label that progress has to have, or must not have.
package struct LabelFilter: Sendable {
    /// A key, or a key and its value with a colon between them.
    private let text: String
    private let hasValue: Bool
    private let isExcluded: Bool

    /// - Parameter text: `key:value`, `key`, or either with `!` in front for progress without it; nil if it names no key.
    package init?(_ text: String) {
        isExcluded = text.utf8.first == UInt8(ascii: "!")
        self.text = isExcluded ? String(text.unicodeScalars.dropFirst()) : text
        hasValue = self.text.utf8.contains(UInt8(ascii: ":"))
        if self.text.isEmpty { return nil }
    }

    func matches(_ labels: [ProgressDetails.KeyedText]) -> Bool {
        labels.contains { names($0) } != isExcluded
    }

    private func names(_ label: ProgressDetails.KeyedText) -> Bool {
        if !hasValue { return text.hasSameBytes(as: label.key) }
        return text.utf8.count == label.key.utf8.count + 1 + label.value.utf8.count
            && text.utf8.elementsEqual((label.key + ":" + label.value).utf8)
    }
}
