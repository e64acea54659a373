package import ProgressCore

/// Which progresses a stream shows.
package enum Selection: Sendable {
    /// The named ones; with descendants, everything below them too.
    case nodes([Named], descendants: Bool)
    /// Every root that matches the filter, including later ones.
    case roots(RootFilter, descendants: Bool)

    package struct Named: Sendable {
        /// Nil while no node has the name; `text` is what the request called it.
        package private(set) var id: ProgressID?
        package let text: String
        /// The name, if the request gave one: the stream goes over to the next node that takes it.
        package let name: String?
        /// The stamp at which the name went over to the node; moves up to it are no news of this selection.
        fileprivate var began: UInt64 = 0

        package init(id: ProgressID?, text: String, name: String? = nil) {
            self.id = id
            self.text = text
            self.name = name
        }

        fileprivate mutating func goOver(to id: ProgressID?, began: UInt64) {
            self.id = id
            self.began = began
        }
    }

    package var includesDescendants: Bool {
        switch self {
        case .nodes(_, let descendants), .roots(_, let descendants): descendants
        }
    }

    /// The names by which it selects.
    package var names: [String] {
        guard case .nodes(let named, _) = self else { return [] }
        return named.compactMap(\.name)
    }

    /// The node that a name means to it.
    package func node(named name: String) -> ProgressID? {
        guard case .nodes(let named, _) = self else { return nil }
        return named.first { $0.name == name }?.id
    }

    /// The nodes that it selects by id or name.
    package var tops: [ProgressID] {
        guard case .nodes(let named, _) = self else { return [] }
        return named.compactMap(\.id)
    }

    /// The nodes that it selects by id or name, if one of its names means another since `stamp`; else none.
    func tops(renamedAfter stamp: UInt64) -> [ProgressID] {
        guard case .nodes(let named, _) = self, named.contains(where: { $0.began > stamp }) else { return [] }
        return tops
    }

    /// This selection, with `name` meaning another node, or none.
    /// - Parameter began: moves up to this stamp are no news of the node.
    package func going(_ name: String, to id: ProgressID?, began: UInt64) -> Selection {
        guard case .nodes(var named, let descendants) = self else { return self }
        for position in named.indices where named[position].name == name {
            named[position].goOver(to: id, began: began)
        }
        return .nodes(named, descendants: descendants)
    }

    /// The node, if it shows exactly one.
    package var singleNode: ProgressID? {
        if case .nodes(let named, false) = self, named.count == 1 { return named[0].id }
        return nil
    }

    package func names(_ id: ProgressID) -> Bool {
        guard case .nodes(let named, _) = self else { return false }
        return named.contains { $0.id == id }
    }

    private func names(_ id: ProgressID, _ stamp: UInt64) -> Bool {
        guard case .nodes(let named, _) = self else { return false }
        return named.contains { $0.id == id && $0.began < stamp }
    }

    /// Whether it shows a node at `place`.
    /// - Parameter stamp: of the move that the question is about.
    package func selects(_ id: ProgressID, at place: TreePosition, stamp: UInt64 = .max) -> Bool {
        switch self {
        case .nodes(_, let descendants):
            if names(id, stamp) { return true }
            return descendants && place.watchedTops.contains { names($0, stamp) }
        case .roots(let filter, let descendants):
            return (place.depth == 0 || descendants) && filter.matches(place.rootDetails)
        }
    }

    /// Whether it shows the parent of a node at `place`.
    func selectsParent(of id: ProgressID, at place: TreePosition) -> Bool {
        guard let parentID = place.parentID else { return false }
        switch self {
        case .nodes(_, let descendants):
            if names(parentID) { return true }
            return descendants && place.watchedTops.contains { $0 != id && names($0) }
        case .roots(let filter, let descendants):
            return (place.depth == 1 || descendants) && filter.matches(place.rootDetails)
        }
    }
}
