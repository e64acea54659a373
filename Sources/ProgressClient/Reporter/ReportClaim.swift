/// The reservation of a root: its token claims the units once, and from then on opens the root's subtree.
struct ReportClaim: Sendable {
    let token: String
    /// Whether the service has created the root with it.
    var isGranted = false
    private var isTaken = false

    init(_ token: String) { self.token = token }

    /// For the create; nil the second time, since units are claimed once.
    mutating func take() -> String? {
        defer { isTaken = true }
        return isTaken ? nil : token
    }
}
