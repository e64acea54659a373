/// The permissions of a token; each role includes the one before. Saved rights hold the raw values: never change them.
package enum Role: Int, Comparable, CaseIterable, Sendable {
    /// Read and watch.
    case viewer = 0
    /// Also create, attach, write, heartbeat, fail, reserve and resign.
    case reporter = 1
    /// Also cancel, pause, resume, remove, and open subtrees to others.
    case `operator` = 2

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

    /// For sentences.
    package var withArticle: String { self == .operator ? "an \(name)" : "a \(name)" }

    package static func < (one: Role, other: Role) -> Bool { one.rawValue < other.rawValue }
}
