import MicroHTTPD

/// One request on its way to the writer and back.
final class ForwardedRequest {
    // 1. The exchange ends its forwarded request when it is over.
    unowned let exchange: Exchange
    let call: UpstreamCall
    /// nil: on its way.
    var outcome: ForwardOutcome?

    init(_ exchange: Exchange, _ call: UpstreamCall) {
        self.exchange = exchange
        self.call = call
        call.context = self
    }

    /// Only a client that waits is watched, and cut short when the service stops: all others are answered soon.
    var parking: Reply { call.mayBeHeld ? .wait : .shortWork }
}
