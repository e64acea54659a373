import MicroHTTPD
import ProgressDelivery
import ProgressHTTP
import ProgressStore

/// Follows what happens to requests that are not answered yet.
protocol PendingOwner: AnyObject {
    func resume(_ request: PendingRequest, _ news: PendingState.News) -> Reply
    /// The exchange of a request is over: it was answered, or its client is gone.
    func end(_ request: PendingRequest)
}

/// A request that is not answered at once: its state, and the objects that belong to its stage.
final class PendingRequest: Pending, UpstreamCaller {
    // 1. The exchange owns it, and ends it when it is over.
    unowned let exchange: Exchange
    private unowned let owner: any PendingOwner
    let head: CallHead?
    var state: PendingState
    /// Only for a request that waits for a change.
    var parking: Parking?
    /// Only for a request that is answered in slices.
    var work: LongWork?
    /// Only for a request whose reply is held.
    var held: HeldReply?
    /// Only for a forwarded request, until there is an outcome.
    var call: UpstreamCall?
    private var outcome: ForwardOutcome?
    /// The writer's reply.
    private(set) var reply: Reply?
    /// The writer that it was sent to.
    var writer: WriterPlace?
    /// The replicas that were asked, which need not be the writer; the newest at the end.
    var askedPeers: [String] = []
    /// When its stage is over at the latest; monotonic nanoseconds.
    var stageEnd: UInt64 = 0
    /// The key that it is queued for: a ticket, a stamp or the count of writers.
    var key: UInt64 = 0
    private var news: PendingState.News?

    /// - Parameter head: of a request that may be forwarded.
    init(_ exchange: Exchange, _ owner: any PendingOwner, _ state: PendingState, head: CallHead? = nil) {
        self.head = head
        self.exchange = exchange
        self.owner = owner
        self.state = state
    }

    /// Its wait is over.
    func release(_ news: PendingState.News) {
        self.news = news
        exchange.resume()
    }

    func resume() -> Reply {
        owner.resume(self, takeNews() ?? (parking?.isOver == true ? .late : .changed))
    }

    /// The news since the last call.
    func takeNews() -> PendingState.News? {
        defer { (news, outcome) = (nil, nil) }
        return outcome.map { .outcome($0) } ?? news
    }

    func end() { owner.end(self) }

    func ended(_ outcome: UpstreamOutcome) {
        let outcome = ForwardOutcome(outcome)
        switch outcome {
        case .replied(let reply, _): self.reply = reply
        case .noReply(sentWhole: true): state.isRepeatable = head?.isRepeatable(exchange) ?? false
        default: break
        }
        self.outcome = outcome
        call = nil
        exchange.resume()
    }
}
