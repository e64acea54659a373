package import ProgressCore

/// A grant, or the right of a claim, as operators see it. It has no secret.
package struct ListedRight: Sendable {
    package let place: RightPlace
    package let isClaim: Bool
    package let role: Role
    package let node: ProgressID
    package let nodeName: String?
    package let expiresAt: Int64?
    /// nil: an older version made it.
    package let provenance: Provenance?
}

/// An unclaimed reservation, as operators see it.
package struct ListedReservation: Sendable {
    package let place: RightPlace
    package let reservation: Reservation
    package let provenance: Provenance?
}

/// Lists of rights. Inside the gate.
extension RegistryState {
    /// Places that one page may pass over.
    private static let mostPlaces = 10_000

    /// A page of the grants and claims that live, newest first.
    /// - Parameters:
    ///   - end: the place before which the page begins.
    ///   - node: only those on this progress.
    ///   - maker: only those that were made with this right.
    /// - Returns: the items, and where the next page begins; nil if there is no next page. A page may have fewer items
    ///   than asked for.
    package func rights(
        before end: RightPlace?,
        most: Int,
        on node: ProgressID?,
        of maker: Permit?,
        at now: Int64
    ) -> (items: [ListedRight], next: RightPlace?) {
        var items: [ListedRight] = []
        var passed: RightPlace?
        for (count, place) in access.places(before: end).enumerated() {
            if count == Self.mostPlaces { return (items, passed) }
            defer { passed = place }
            guard place != passed, let item = right(place, of: maker, at: now), node.map({ $0 == item.node }) ?? true
            else { continue }
            if items.count == most { return (items, items.last?.place) }
            items.append(item)
        }
        return (items, nil)
    }

    private func right(_ place: RightPlace, of maker: Permit?, at now: Int64) -> ListedRight? {
        guard let right = access.right(place.id), !right.permit.isOver(at: now), let node = right.permit.scope,
            let index = try? tree.find(node), maker.map({ access.came(right.origin, of: $0) }) ?? true
        else { return nil }
        return ListedRight(
            place: place,
            isClaim: right.permit.grant == nil,
            role: right.permit.role,
            node: node,
            nodeName: tree.forest.details(of: index)?.details.name,
            expiresAt: right.permit.expiresAt,
            provenance: right.provenance
        )
    }

    /// A page of the unclaimed reservations, newest first; like `rights`.
    /// - Complexity: O(reservations · log(reservations)).
    package func reservations(
        before end: RightPlace?,
        most: Int,
        of maker: Permit?,
        at now: Int64
    ) -> (items: [ListedReservation], next: RightPlace?) {
        var items: [ListedReservation] = []
        for reservation in tree.openReservations(at: now) {
            let made = access.maker(ofReservation: reservation.key)
            let place = RightPlace(createdAt: made?.provenance?.createdAt ?? 0, id: reservation.key)
            if let end, !(place < end) { continue }
            if let maker, !access.came(made?.origin, of: maker) { continue }
            items.append(ListedReservation(place: place, reservation: reservation, provenance: made?.provenance))
        }
        items.sort { $1.place < $0.place }
        let page = Array(items.prefix(most))
        return (page, items.count > most ? page.last?.place : nil)
    }
}
