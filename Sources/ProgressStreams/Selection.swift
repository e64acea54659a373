package import ProgressCore

/// Which progresses a stream shows.
package enum Selection: Sendable {
    /// The named ones; with descendants, everything below them too.
    case nodes([Named], descendants: Bool)
    /// Every root that matches the filter, including later ones.
    case roots(RootFilter, descendants: Bool)

    package struct Named: Sendable {
        /// Nil if the name was unknown when the stream began; `text` is what the request called it.
        package let id: ProgressID?
        package let text: String

        package init(id: ProgressID?, text: String) {
            self.id = id
            self.text = text
        }
    }

    package var includesDescendants: Bool {
        switch self {
        case .nodes(_, let descendants), .roots(_, let descendants): descendants
        }
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

    /// Whether it shows a node at `place`.
    package func selects(_ id: ProgressID, at place: Place) -> Bool {
        switch self {
        case .nodes(_, let descendants):
            if names(id) { return true }
            return descendants && place.watchedTops.contains { names($0) }
        case .roots(let filter, let descendants):
            return (place.depth == 0 || descendants) && filter.matches(place.rootDetails)
        }
    }

    /// Whether it shows the parent of a node at `place`.
    func selectsParent(of id: ProgressID, at place: Place) -> Bool {
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
