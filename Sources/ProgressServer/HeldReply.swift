import MicroHTTPD

/// The reply to a write, held until the write is safe on disk.
final class HeldReply {
    let response: Response
    /// The group that has to be safe first.
    let group: UInt64
    /// nil once the exchange is over, which may serve another request then.
    var exchange: Exchange?

    init(_ response: Response, _ group: UInt64, _ exchange: Exchange) {
        self.response = response
        self.group = group
        self.exchange = exchange
    }
}
