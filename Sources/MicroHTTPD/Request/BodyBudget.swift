/// The memory that the bodies of all requests share, beyond what each connection keeps.
struct BodyBudget {
    let limit: Int
    /// The limit for all bodies of callers without a known right: a part, but the largest body fits.
    let limitWithoutRight: Int
    private(set) var held = 0
    /// The part of it held by bodies whose callers may have no right.
    private(set) var heldWithoutRight = 0

    init(limit: Int, largest: Int) {
        self.limit = limit
        limitWithoutRight = max(limit / 8, largest)
    }

    func hasRoom(for growth: Int, hasRight: Bool) -> Bool {
        if growth == 0 { return true }
        if !hasRight, heldWithoutRight + growth > limitWithoutRight { return false }
        return held + growth <= limit
    }

    mutating func take(_ growth: Int, hasRight: Bool) {
        held += growth
        if !hasRight { heldWithoutRight += growth }
    }

    mutating func giveBack(_ count: Int, hasRight: Bool) {
        held -= count
        if !hasRight { heldWithoutRight -= count }
    }
}
