package import ProgressCore

/// Reservations by their keys: the trees know them until they are resigned, the rights as long as their claims live. Inside
/// the gate.
extension RegistryState {
    /// Whether there is a reservation that was not resigned, or the right of a claimed one.
    package func knows(reservation key: ProgressID) -> Bool {
        tree.reservationParent(key) != nil || access.claim(ofReservation: key) != nil
    }

    /// Whether the right of a claimed reservation lives.
    package func holdsClaim(_ key: ProgressID, at now: Int64) -> Bool {
        guard let claim = access.claim(ofReservation: key) else { return false }
        claim.endIfGone(tree.forest)
        return !claim.isOver(at: now)
    }

    /// The parent of a reservation; of one that was resigned, the child that claimed it.
    package func node(ofReservation key: ProgressID) -> NodeIndex? {
        if let parent = tree.reservationParent(key) { return parent }
        return access.claim(ofReservation: key)?.scope.flatMap { try? tree.find($0) }
    }
}
