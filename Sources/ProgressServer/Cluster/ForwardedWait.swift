import MicroHTTPD
import ProgressHTTP

/// Whether the writer lets the client of a forwarded request wait for a change.
enum ForwardedWait {
    /// The client does not ask for that.
    case none
    case allowed
    /// It has waited: the reply comes at once, whatever its head says. `preferences` takes the place of its `Prefer`.
    case over(preferences: StaticString)

    init(_ head: CallHead?, _ exchange: Exchange) { self = head?.mayWait(exchange) == true ? .allowed : .none }

    var isAllowed: Bool { if case .allowed = self { true } else { false } }
    var isOver: Bool { preferences != nil }

    var preferences: StaticString? {
        if case .over(let preferences) = self { preferences } else { nil }
    }
}
