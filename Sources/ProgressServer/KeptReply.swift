import MicroHTTPD

/// The reply to a write, made and kept until the write is safe on disk.
final class KeptReply {
    let response: Response
    /// What has to be safe first.
    let group: UInt64
    /// nil after it was completed: then it may serve another request.
    var exchange: Exchange?

    init(_ response: Response, _ group: UInt64, _ exchange: Exchange) {
        self.response = response
        self.group = group
        self.exchange = exchange
    }
}
