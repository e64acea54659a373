package import ProgressCore

/// The filter of a stream of roots.
package struct RootFilter: Sendable {
    /// `key:value`; the root must have all of them.
    package var labels: [String] = []
    /// A file or the directory that directly contains it, without trailing slashes.
    package var fileURL: Substring?

    package init(labels: [String] = [], fileURL: Substring? = nil) {
        self.labels = labels
        self.fileURL = fileURL
    }

    /// Whether it matches every root.
    package var isEmpty: Bool { labels.isEmpty && fileURL == nil }

    package func matches(_ box: DetailsBox?) -> Bool {
        if !Self.carries(labels, box) { return false }
        guard let fileURL else { return true }
        guard let url = box?.details.fileURL.map(Self.trimmed) else { return false }
        if url.utf8.elementsEqual(fileURL.utf8) { return true }
        guard let slash = url.utf8.lastIndex(of: UInt8(ascii: "/")) else { return false }
        return Self.trimmed(url[..<slash]).utf8.elementsEqual(fileURL.utf8)
    }

    /// Whether every `key:value` is among the labels.
    package static func carries(_ wanted: [String], _ box: DetailsBox?) -> Bool {
        wanted.allSatisfy { text in
            box?.details.labels.contains { label in
                text.utf8.count == label.key.utf8.count + 1 + label.value.utf8.count
                    && text.utf8.elementsEqual((label.key + ":" + label.value).utf8)
            } ?? false
        }
    }

    package static func trimmed(_ url: some StringProtocol) -> Substring {
        var url = Substring(url)
        while url.utf8.last == UInt8(ascii: "/") { url = url.dropLast() }
        return url
    }
}
