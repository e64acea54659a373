/// Limits of a line of a batch, without its body. A call that the service makes for another protocol has the same
/// limits.
package enum LineLimits {
    /// Total of the path with its query, and of the names and values of the header fields, without JSON's escapes.
    package static let headBytes = 16 << 10
    package static let fields = 64
    package static let parameters = 256
    /// The line as it was sent, without its body. A head that JSON writes with escapes throughout still fits.
    package static let bytes = 128 << 10
}

/// The limit that a head passes.
package enum HeadExcess: Equatable, Sendable {
    case bytes(limit: Int)
    case fields(limit: Int)
    case parameters(limit: Int)
    /// A line is too long, without its body.
    case line(limit: Int)
}

/// Why a line of a batch is refused before its call is known.
package enum BatchLineError: Error, Equatable {
    case body(BodyError)
    case headTooLarge(HeadExcess)
    case bodyTooLarge(limit: Int)
}
