import ProgressWire
import TestKit

/// The nodes that a stream selects, as GET shows them.
struct Shown {
    let target: StreamTarget
    let nodes: [String: JSON]

    init(_ target: StreamTarget, _ client: HTTPClient) {
        self.target = target
        let reading = Reading(target: target, client: client)
        let nodes = reading.selected().filter { !Ballast.isBallast($0) }.map {
            ($0.id.string ?? "", ReaderCopy.kept($0))
        }
        self.nodes = Dictionary(nodes) { first, _ in first }
    }

    /// Whether a stream of these has nothing more to tell.
    var isOver: Bool { !target.selectsRoots && nodes.values.allSatisfy(Self.hasEnded) }

    static func hasEnded(_ node: JSON) -> Bool {
        node.isFinished.bool == true || node.isCancelled.bool == true || !node.failure.isNull
    }

    static func title(of node: JSON) -> String { node.name.string ?? node.id.string ?? "a node" }

    /// How a reader's copy differs; nil if it does not.
    func difference(from copy: ReaderCopy) -> String? {
        var differences: [String] = []
        for (id, held) in copy.nodes where !Ballast.isBallast(held) {
            guard let shown = nodes[id] else {
                differences.append("it holds \(Self.title(of: held)), which GET does not show")
                continue
            }
            differences += members(of: shown, held, Self.title(of: shown))
        }
        for (id, shown) in nodes where copy.nodes[id] == nil { differences.append("it lacks \(Self.title(of: shown))") }
        return differences.isEmpty ? nil : differences.sorted().joined(separator: "; ")
    }

    private func members(of shown: JSON, _ held: JSON, _ title: String) -> [String] {
        if shown == held { return [] }
        return Set(shown.keys).union(held.keys).sorted().filter { shown[$0] != held[$0] }.flatMap { name in
            if name == "summary" && held.summary.count > 0 {
                return members(of: shown.summary, held.summary, "the summary of \(title)")
            }
            return ["\(name) of \(title) is \(held[name]), GET shows \(shown[name])"]
        }
    }

    /// The calls that it takes.
    private struct Reading {
        let target: StreamTarget
        let client: HTTPClient

        func selected() -> [JSON] {
            let tops: [JSON]
            switch target.selection {
            case .nodes(let names):
                let replies = names.filter { !Ballast.names.contains($0) }.map { get("/\($0)", "") }
                tops = replies.filter { $0.status == 200 }.map(\.json)
            case .roots(let label, let fileURL):
                let filter = label.map { "&label=job:\($0)" } ?? ""
                tops = get("", "limit=500" + filter).json.items.list.filter { matches($0, fileURL) }
            }
            let nodes = target.descendants ? tops.flatMap(subtree) : tops
            if !target.summary { return nodes }
            return nodes.map { get("/\($0.id.string ?? "")", "summary=true").json }
        }

        private func get(_ path: String, _ query: String) -> Reply {
            let locale = target.locale.map { "&locale=\($0)" } ?? ""
            return client.get("/v1/progress\(path)?\(query)\(locale)".replacing("?&", with: "?"))
        }

        private func subtree(_ top: JSON) -> [JSON] {
            var nodes: [JSON] = []
            var open = [get("/\(top.id.string ?? "")/tree", "").json]
            while let node = open.popLast() {
                nodes.append(node)
                open += node.children.list
            }
            return nodes
        }

        /// The file itself, or one directly in that directory.
        private func matches(_ node: JSON, _ fileURL: String?) -> Bool {
            guard let fileURL else { return true }
            guard let url = node.fileURL.string else { return false }
            let rest = url.dropFirst(fileURL.count).drop { $0 == "/" }
            return url == fileURL || (url.hasPrefix(fileURL + "/") && !rest.contains("/"))
        }
    }
}
