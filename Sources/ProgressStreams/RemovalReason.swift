/// Why a stream tells that a node is removed.
package enum RemovalReason: Sendable {
    /// The node no longer exists.
    case gone
    /// It lives, but no longer matches.
    case deselected
    /// Its name means another node.
    case replaced

    /// As the event gives it; nil if it gives none.
    package var name: StaticString? {
        switch self {
        case .gone: nil
        case .deselected: "deselected"
        case .replaced: "replaced"
        }
    }
}
