import MicroHTTPD
import ProgressHTTP

/// The reply to a write, held until the write is safe on disk.
final class HeldReply {
    let response: Response
    /// The group that has to be safe first.
    let group: UInt64
    /// What is counted and logged if the write cannot be saved.
    let kind: CallKind
    /// nil once the exchange is over, which may serve another request then.
    var exchange: Exchange?

    init(_ response: Response, _ group: UInt64, _ kind: CallKind, _ exchange: Exchange) {
        self.response = response
        self.group = group
        self.kind = kind
        self.exchange = exchange
    }
}
