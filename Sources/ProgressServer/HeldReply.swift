import MicroHTTPD
import ProgressHTTP

/// The reply to a write, held until the write is safe.
final class HeldReply {
    let response: Response
    /// The group that has to be safe first.
    let group: UInt64
    /// When it is known to be unsafe for too long; monotonic nanoseconds. `.max`: it waits as long as it takes.
    let deadline: UInt64
    /// What is counted and logged if the write cannot be saved.
    let kind: CallKind
    /// nil once the exchange is over, which may serve another request then.
    var exchange: Exchange?
    /// Nobody knows whether the group is safe, or will be.
    var isUncertain = false

    init(_ response: Response, _ group: UInt64, deadline: UInt64, _ kind: CallKind, _ exchange: Exchange) {
        self.response = response
        self.group = group
        self.deadline = deadline
        self.kind = kind
        self.exchange = exchange
    }
}
