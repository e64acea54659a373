import MicroHTTPD
package import ProgressRegistry

/// A replica's view of the right that a request brings, as stated to the writer to which it forwards the request.
package enum TokenStanding: Equatable, Sendable {
    /// It lists the token, with this role.
    case listed(Role)
    /// It does not list the token, which may be that of a grant or a claim.
    case unlisted
    /// The right derives from a token that it does not list.
    case asleep

    package static let allCases: [TokenStanding] = Role.allCases.map { .listed($0) } + [.unlisted, .asleep]

    package var name: StaticString {
        switch self {
        case .listed(let role): role.name
        case .unlisted: "none"
        case .asleep: "asleep"
        }
    }
}

/// The content of `Progress-Permit`. It counts if the key is the office's: any client can send the field, and old
/// replicas pass it on.
struct ForwardedStanding {
    let key: UnsafeBufferPointer<UInt8>
    let standing: TokenStanding

    /// nil: there is no such field, or it says nothing that can be understood.
    init?(_ exchange: Exchange) {
        guard let value = exchange.header("progress-permit"), let blank = value.firstIndex(of: UInt8(ascii: " ")) else {
            return nil
        }
        switch String(decoding: value[(blank + 1)...], as: UTF8.self) {
        case "none": standing = .unlisted
        case "asleep": standing = .asleep
        case let name:
            guard let role = Role(name: name) else { return nil }
            standing = .listed(role)
        }
        key = UnsafeBufferPointer(rebasing: value[..<blank])
    }
}
