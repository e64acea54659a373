/// The memory that the bodies of all requests share, beyond what each connection keeps.
struct BodyBudget {
    let limit: Int
    private(set) var held = 0

    init(limit: Int) { self.limit = limit }

    func hasRoom(for growth: Int) -> Bool { growth == 0 || held + growth <= limit }

    mutating func take(_ growth: Int) { held += growth }

    mutating func giveBack(_ count: Int) { held -= count }
}
