/// The caller that changed a progress, as its readers see it.
package struct Caller: Equatable, Sendable {
    /// Records on disk hold the raw values: never change them.
    package enum Role: UInt8, CaseIterable, Sendable {
        case reporter = 1
        case `operator` = 2
        /// A grant, or the token of a claimed reservation.
        case grant = 3

        package var name: StaticString {
            switch self {
            case .reporter: "reporter"
            case .operator: "operator"
            case .grant: "grant"
            }
        }
    }

    package var role: Role
    /// The user that a trusted proxy named.
    package var user: String?

    package init(role: Role, user: String? = nil) {
        self.role = role
        self.user = user
    }
}
