internal import Glibc

/// A request method; those not listed are `other`, and answered 405.
package enum Method: UInt8, Sendable {
    case get, head, post, put, patch, delete, options, other

    /// Whether it may change something.
    package var isWrite: Bool {
        switch self {
        case .post, .put, .patch, .delete: true
        case .get, .head, .options, .other: false
        }
    }

    /// The token in a request line.
    package var name: StaticString {
        switch self {
        case .get: "GET"
        case .head: "HEAD"
        case .post: "POST"
        case .put: "PUT"
        case .patch: "PATCH"
        case .delete: "DELETE"
        case .options: "OPTIONS"
        case .other: "other"
        }
    }

    /// Methods are case-sensitive (RFC 9110, 9.1).
    init(_ text: UnsafePointer<CChar>) {
        let candidate: Method
        switch UInt8(bitPattern: text[0]) {
        case UInt8(ascii: "G"): candidate = .get
        case UInt8(ascii: "H"): candidate = .head
        case UInt8(ascii: "D"): candidate = .delete
        case UInt8(ascii: "O"): candidate = .options
        case UInt8(ascii: "P"):
            switch UInt8(bitPattern: text[1]) {
            case UInt8(ascii: "O"): candidate = .post
            case UInt8(ascii: "U"): candidate = .put
            default: candidate = .patch
            }
        default: candidate = .other
        }
        let name = UnsafeRawPointer(candidate.name.utf8Start).assumingMemoryBound(to: CChar.self)
        self = strcmp(text, name) == 0 ? candidate : .other
    }
}
