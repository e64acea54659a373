/// A client's text in a sentence of ours: in quotes, and not longer than a line.
package struct Excerpt: CustomStringConvertible {
    private let text: String

    package init(_ text: String) { self.text = text }

    package var description: String {
        let scalars = text.unicodeScalars
        let cut = String(String.UnicodeScalarView(scalars.prefix(80)))
        return "\"" + cut + (scalars.count > 80 ? "…" : "") + "\""
    }
}
