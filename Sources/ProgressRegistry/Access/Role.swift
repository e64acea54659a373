/// What a token may do; each role may all that the one before may.
package enum Role: Int, Comparable, CaseIterable, Sendable {
    /// Read and watch.
    case viewer
    /// And create, attach, write, heartbeat, fail, reserve and resign.
    case reporter
    /// And cancel, pause, resume, remove, and open subtrees to others.
    case `operator`

    package init?(name: some StringProtocol) {
        guard let role = Self.allCases.first(where: { $0.name.description == name }) else { return nil }
        self = role
    }

    package var name: StaticString {
        switch self {
        case .viewer: "viewer"
        case .reporter: "reporter"
        case .operator: "operator"
        }
    }

    package static func < (one: Role, other: Role) -> Bool { one.rawValue < other.rawValue }
}
