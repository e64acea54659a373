import MicroHTTPD

/// What came of a request that was handed to the writer.
enum ForwardOutcome {
    /// The writer's reply, as it came.
    case replied(Reply, status: Int)
    /// The service stops while the client waits: given up. It is a read or a heartbeat, which may be sent again.
    case cutShort
    /// Nothing of it was sent, so nothing was done: may be sent again, whatever it asks for.
    case notSent
    /// The replica that it reached does not rule: nothing was done, and it may be sent again.
    /// - Parameter term: the newest that it knows; 0 if it did not say.
    case notWriter(term: UInt64)
    /// The connection ended without a whole reply: it may have been done. Only what is repeatable may be sent again.
    case noReply(sentWhole: Bool)
}
