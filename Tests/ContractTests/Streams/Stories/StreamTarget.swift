/// The target of a stream: which nodes it shows, and how.
struct StreamTarget: Sendable {
    enum Selection: Sendable {
        /// Ids or names.
        case nodes([String])
        /// `label`: the value of `job`.
        case roots(label: String?, fileURL: String?)
    }

    var selection: Selection
    var descendants = false
    var summary = false
    var maxRate: Int?
    var locale: String?

    static func node(_ name: String) -> StreamTarget { nodes(name) }
    static func nodes(_ names: String...) -> StreamTarget { StreamTarget(selection: .nodes(names)) }
    static var roots: StreamTarget { StreamTarget(selection: .roots(label: nil, fileURL: nil)) }
    static func roots(label: String) -> StreamTarget { StreamTarget(selection: .roots(label: label, fileURL: nil)) }
    static func roots(fileURL: String) -> StreamTarget { StreamTarget(selection: .roots(label: nil, fileURL: fileURL)) }

    var withDescendants: StreamTarget { changed { $0.descendants = true } }
    var withSummary: StreamTarget { changed { $0.summary = true } }
    func atMost(_ rate: Int) -> StreamTarget { changed { $0.maxRate = rate } }
    func inLocale(_ locale: String) -> StreamTarget { changed { $0.locale = locale } }

    private func changed(_ change: (inout StreamTarget) -> Void) -> StreamTarget {
        var target = self
        change(&target)
        return target
    }

    /// This target with each of its names passed through `rename`.
    func naming(_ rename: (String) -> String) -> StreamTarget {
        guard case .nodes(let names) = selection else { return self }
        return changed { $0.selection = .nodes(names.map(rename)) }
    }

    /// The target with more names, if it selects nodes by name.
    func adding(_ names: [String]) -> StreamTarget {
        guard case .nodes(let known) = selection else { return self }
        return changed { $0.selection = .nodes(known + names) }
    }

    /// Whether the node itself was asked for, not one above it.
    func names(_ id: String, _ name: String?) -> Bool {
        guard case .nodes(let names) = selection else { return false }
        return names.contains { $0 == id || $0 == name }
    }

    var selectsRoots: Bool {
        if case .roots = selection { return true }
        return false
    }

    /// The request target of the stream.
    var path: String {
        var query: [String] = []
        var path = "/v1/events"
        switch selection {
        case .nodes(let names) where names.count == 1: path = "/v1/progress/\(names[0])/events"
        case .nodes(let names): query += names.map { "id=\($0)" }
        case .roots(let label, let fileURL):
            if let label { query.append("label=job:\(label)") }
            if let fileURL { query.append("fileURL=\(fileURL)") }
        }
        if descendants { query.append("descendants=true") }
        if summary { query.append("summary=true") }
        if let maxRate { query.append("maxRate=\(maxRate)") }
        if let locale { query.append("locale=\(locale)") }
        return query.isEmpty ? path : path + "?" + query.joined(separator: "&")
    }
}
