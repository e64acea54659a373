import ProgressCore
import ProgressRegistry

/// The credential in a call's head. Its validity is checked with every call.
enum Credential {
    case none
    /// An `Authorization` that is not a bearer token.
    case unreadable
    case bearer(BearerToken)
    /// The query parameter `grant`.
    case grant(TokenDigest)
    /// The cookie of a session, and whether the browser proves that a page of this service sends it.
    case session(TokenDigest, isSameOrigin: Bool)

    /// Whether it is of a form that a right can have.
    var mayBeValid: Bool {
        switch self {
        case .none, .unreadable: false
        case .bearer, .grant, .session: true
        }
    }

    init(_ headers: CallHeaders, _ query: QueryParameters) {
        if let authorization = headers.text("authorization") {
            self = Self.token(in: authorization).map { .bearer(BearerToken($0)) } ?? .unreadable
        } else if headers.isOfBatch {
            self = .none
        } else if let grant = query["grant"] {
            self = .grant(TokenDigest(grant.utf8))
        } else if let cookie = headers.cookies.flatMap(SessionCookie.digest) {
            self = .session(cookie, isSameOrigin: SameOrigin.isProven(headers))
        } else {
            self = .none
        }
    }

    private static func token(in authorization: String) -> Substring? {
        let parts = authorization.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
        let token = parts[1].drop { $0 == " " }
        return token.isEmpty ? nil : token
    }
}

/// A token of the settings, of a grant, or of a claimed reservation.
struct BearerToken {
    let digest: TokenDigest
    /// Set if the token is a UUID, as those of reservations are; their letters match in either case.
    let reservation: TokenDigest?

    init(_ token: Substring) {
        digest = TokenDigest(token.utf8)
        reservation = ProgressID(token.utf8).map { TokenDigest(reservation: $0) }
    }
}

/// The cookie that carries a session's secret.
enum SessionCookie {
    private static let name = "progressd_session"

    /// The digest of the secret in a `Cookie` header; nil if the header has none.
    static func digest(in header: String) -> TokenDigest? {
        for piece in header.split(separator: ";") {
            let pair = piece.split(separator: "=", maxSplits: 1)
            guard pair.count == 2, pair[0].drop(while: { $0 == " " }) == name else { continue }
            return TokenDigest(pair[1].utf8)
        }
        return nil
    }

    static func set(_ secret: String, path: String) -> [UInt8] {
        Array("\(name)=\(secret); HttpOnly; SameSite=Strict; Path=\(path)".utf8)
    }

    static func clear(path: String) -> [UInt8] {
        Array("\(name)=; HttpOnly; SameSite=Strict; Path=\(path); Max-Age=0".utf8)
    }
}
