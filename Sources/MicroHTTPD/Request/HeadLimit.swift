/// The limits of a request's head.
package enum HeadLimit: Equatable, Sendable {
    case bytes, fields, parameters, cookies

    package var most: Int {
        switch self {
        case .bytes: 16 * 1_024
        case .fields: 128
        case .parameters, .cookies: 256
        }
    }
}
