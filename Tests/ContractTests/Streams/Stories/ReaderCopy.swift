import ProgressWire
import TestKit

/// The copy of a reader that follows each event as docs/contract.md, section 9, defines it.
struct ReaderCopy: Sendable {
    let target: StreamTarget
    /// Nodes by id, without members that no stream keeps up to date.
    private(set) var nodes: [String: JSON] = [:]
    private(set) var hasEnded = false
    /// Whether the stream began with the id of an event, so that it may repeat removals that the reader knows.
    private(set) var isResumed = false
    /// Nodes whose removal the reader received, without those below them.
    private var removed: Set<String> = []
    private var epoch: Substring?
    private var number: UInt64 = 0

    init(of target: StreamTarget) { self.target = target }

    /// The copy as it is when the reader has lost its stream and resumes.
    var resumed: ReaderCopy {
        var copy = self
        copy.isResumed = true
        copy.hasEnded = false
        return copy
    }

    /// Members that are not a node's own, or that move without a new version.
    static let unkept: Set = ["links", "children", "reason", "expiresAt"]

    static func kept(_ node: JSON) -> JSON {
        guard case .object(let members)? = node.value else { return node }
        return JSON(.object(members.filter { !unkept.contains($0.key) }))
    }

    /// Takes an event in.
    /// - Returns: the laws that it breaks, a sentence each.
    mutating func read(_ event: EventStream.Event) -> [String] {
        var breaches = readID(event.id)
        if hasEnded { breaches.append("it comes after the end") }
        let data = event.data
        switch event.name {
        case "snapshot": breaches += introduce(data)
        case "child" where target.descendants || holds(data): breaches += introduce(data)
        case "child": breaches += mention(data)
        case "progress": breaches += merge(data)
        case "state": breaches += replace(data)
        case "removed": breaches += remove(data.id.string ?? "")
        case "reset": nodes = [:]
        case "synced": break
        case "end": breaches += end()
        default: breaches.append("its name means nothing")
        }
        return breaches
    }

    private func holds(_ data: JSON) -> Bool { nodes[data.id.string ?? ""] != nil }

    private mutating func readID(_ id: String) -> [String] {
        let parts = id.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, let new = UInt64(parts[1]) else {
            return ["its id is not of the form epoch-number"]
        }
        defer { (epoch, number) = (parts[0], max(number, new)) }
        if epoch != nil && epoch != parts[0] { return ["its id is of another epoch"] }
        return new < number ? ["its id goes back from \(number)"] : []
    }

    // MARK: Events

    private mutating func introduce(_ data: JSON) -> [String] {
        let id = data.id.string ?? ""
        var breaches = age(of: data)
        if nodes[id] == nil { breaches += stranger(data) }
        nodes[id] = Self.kept(data)
        removed.remove(id)
        return breaches
    }

    /// Flaws of a node that is new to the reader: it has to be selected, and its selected parent known.
    private func stranger(_ data: JSON) -> [String] {
        if target.names(data.id.string ?? "", data.name.string) { return [] }
        guard let parent = data.parentID.string else {
            return target.selectsRoots ? [] : ["it shows a node that is not selected"]
        }
        if !target.descendants { return ["it shows a node that is not selected"] }
        return nodes[parent] == nil ? ["its parent was not introduced"] : []
    }

    /// A child of a selected node, which is not selected itself.
    private func mention(_ data: JSON) -> [String] {
        nodes[data.parentID.string ?? ""] == nil ? ["its parent was not introduced"] : []
    }

    private mutating func merge(_ data: JSON) -> [String] {
        guard case .object(var members)? = nodes[data.id.string ?? ""]?.value, case .object(let news)? = data.value
        else { return ["the node was not introduced"] }
        let breaches = age(of: data)
        for (key, value) in news { members[key] = value }
        nodes[data.id.string ?? ""] = Self.kept(JSON(.object(members)))
        return breaches
    }

    private mutating func replace(_ data: JSON) -> [String] {
        guard let known = nodes[data.id.string ?? ""] else { return ["the node was not introduced"] }
        var breaches = age(of: data)
        if data.isFinished.bool == true && known.isFinished.bool == false {
            breaches.append("the finish comes before its progress")
        }
        nodes[data.id.string ?? ""] = Self.kept(data)
        return breaches
    }

    private func age(of data: JSON) -> [String] {
        guard let known = nodes[data.id.string ?? ""]?.version.int, let new = data.version.int, new < known else {
            return []
        }
        return ["its version \(new) is older than \(known), which the reader holds"]
    }

    /// A name may be given where the node is gone that the reader asked for by that name.
    private mutating func remove(_ text: String) -> [String] {
        let id = nodes.first { $0.value.name.string == text && target.names(text, nil) }?.key ?? text
        guard nodes.removeValue(forKey: id) != nil else {
            let isKnown = target.names(id, nil) && removed.insert(id).inserted
            return isResumed || isKnown ? [] : ["it removes what the reader does not hold"]
        }
        removed.insert(id)
        var gone = [id]
        while let parent = gone.popLast() {
            let below = nodes.filter { $0.value.parentID.string == parent }.map(\.key)
            for id in below { nodes[id] = nil }
            gone += below
        }
        return []
    }

    private mutating func end() -> [String] {
        hasEnded = true
        if target.selectsRoots { return ["a stream of roots does not end"] }
        let working = nodes.values.filter { !Shown.hasEnded($0) }
        return working.map { "\(Shown.title(of: $0)) has not ended" }
    }
}
