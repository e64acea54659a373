import MicroHTTPD
import ProgressHTTP

/// Whether the writer lets the client of a forwarded request wait for a change.
enum ForwardedWait {
    /// The client does not ask for that.
    case none
    case allowed
    /// It has waited: the reply comes at once.
    case over

    init(_ exchange: Exchange) { self = Preferences.allowsWait(exchange) ? .allowed : .none }
}
