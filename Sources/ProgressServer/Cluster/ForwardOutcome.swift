import MicroHTTPD

/// The outcome of a request that was handed to the writer.
enum ForwardOutcome {
    /// The writer's reply, as it came.
    case replied(Reply, status: Int)
    /// Given up, because the service stops while the client waits. It is a read or a heartbeat, which may be sent
    /// again.
    case cutShort
    /// Nothing of it was sent, so nothing was done: may be sent again, whatever it asks for.
    case notSent
    /// The replica that it reached does not rule: nothing was done, and it may be sent again.
    /// - Parameter term: the newest that it knows; 0 if it did not say.
    case notWriter(term: UInt64)
    /// The connection ended without a whole reply: it may have been done. Only a repeatable request may be sent again.
    case noReply(sentWhole: Bool)
}

extension ForwardOutcome {
    init(_ outcome: UpstreamOutcome) {
        switch outcome {
        case .notSent: self = .notSent
        case .noReply(let sentWhole): self = .noReply(sentWhole: sentWhole)
        case .replied(let reply):
            self =
                Self.refusingTerm(reply).map { .notWriter(term: $0) }
                ?? .replied(.response(reply.response()), status: reply.status)
        case .relays(let reply, let relay):
            if let type = reply.header("content-type"), type.starts(with: "text/event-stream".utf8) {
                relay.endsInOrder = true
            }
            self = .replied(.stream(reply.stream(by: relay)), status: reply.status)
        }
    }

    /// The term in the refusal of a replica that does not rule; nil for any other reply.
    private static func refusingTerm(_ reply: UpstreamReply) -> UInt64? {
        guard reply.status == 503, let term = reply.header("progress-not-writer") else { return nil }
        return UInt64(String(decoding: term, as: UTF8.self)) ?? 0
    }
}
