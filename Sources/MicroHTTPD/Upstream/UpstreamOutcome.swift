/// How a call of an upstream ended, or what is left to do.
package enum UpstreamOutcome {
    /// The whole reply; it points into memory that is used again after this call.
    case replied(UpstreamReply)
    /// The head of a reply whose body is passed on as it comes; likewise. A relay that is dropped unused ends it.
    case relays(UpstreamReply, Relay)
    /// Nothing was sent: no connection, or it broke before the first byte.
    case notSent
    /// The connection ended, or its time was over, before the whole reply came; or the reply was none.
    /// - Parameter sentWhole: the whole request was sent.
    case noReply(sentWhole: Bool)
}
