package import ProgressCore

/// The filter of a stream of roots, and the part of a list's filter that looks at a node's texts.
package struct RootFilter: Sendable {
    /// One of them has to match, if there are any.
    package var names: [NameFilter] = []
    /// All of them have to match.
    package var labels: [LabelFilter] = []
    /// A file or the directory that directly contains it, without trailing slashes.
    package var fileURL: Substring?

    package init(names: [NameFilter] = [], labels: [LabelFilter] = [], fileURL: Substring? = nil) {
        self.names = names
        self.labels = labels
        self.fileURL = fileURL
    }

    /// Whether it matches every root.
    package var isEmpty: Bool { names.isEmpty && labels.isEmpty && fileURL == nil }

    package func matches(_ box: DetailsBox?) -> Bool {
        if !names.isEmpty {
            guard let name = box?.details.name, names.contains(where: { $0.matches(name) }) else { return false }
        }
        if !labels.isEmpty {
            let carried = box?.details.labels ?? []
            if !labels.allSatisfy({ $0.matches(carried) }) { return false }
        }
        guard let fileURL else { return true }
        guard let url = box?.details.fileURL.map(Self.trimmed) else { return false }
        if url.utf8.elementsEqual(fileURL.utf8) { return true }
        guard let slash = url.utf8.lastIndex(of: UInt8(ascii: "/")) else { return false }
        return Self.trimmed(url[..<slash]).utf8.elementsEqual(fileURL.utf8)
    }

    /// The maximum number of comparisons that `matches` makes.
    package func comparisonCount(_ box: DetailsBox?) -> Int {
        1 + names.count + labels.count * (box?.details.labels.count ?? 0)
    }

    package static func trimmed(_ url: some StringProtocol) -> Substring {
        var url = Substring(url)
        while url.utf8.last == UInt8(ascii: "/") { url = url.dropLast() }
        return url
    }
}
