/// Where a string stands in the scanned bytes: what is between the quotes, still escaped.
package struct JSONText: Equatable, Sendable {
    package let range: Range<Int>
    /// Whether a backslash occurs, so that the bytes are not yet the text.
    package let isEscaped: Bool
}
