/// The limit of connections: those above it are answered 503, those far above wait to be accepted.
struct ConnectionQuota {
    enum Verdict { case serve, refuse, wait }

    /// Room above the limit, for those that get their 503.
    static let slack = 64

    let limit: Int

    /// The connections that libmicrohttpd has to have room for.
    var capacity: Int { limit + Self.slack }

    /// - Parameter held: connections, streams and sockets that are being drained.
    func verdict(held: Int) -> Verdict {
        if held < limit { return .serve }
        return held < capacity ? .refuse : .wait
    }
}
