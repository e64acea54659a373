/// The settings of a reactor.
package struct ReactorConfiguration: Sendable {
    /// A numeric IPv4 or IPv6 address, or a name; `::` takes IPv4 too.
    package var host: String
    /// 0 lets the system choose; `Reactor.port` is the result.
    package var port: UInt16
    /// Connections and streams of this reactor. Those above it are answered 503; those far above wait to be accepted.
    package var connectionLimit = 1_024
    /// For head and reply of one connection, without bodies. libmicrohttpd clears all of it for each request, so it is
    /// no larger than the heads of workers and most browsers need.
    package var connectionMemoryByteCount = 8 * 1_024
    /// Like `connectionMemoryByteCount`, for connections that have sent a larger head: enough for the largest that is
    /// answered (`HeadLimit`), beside the half that is read into.
    package var largeConnectionMemoryByteCount = 128 * 1_024
    /// Maximum number of those that are kept between two requests.
    package var keptLargeConnections = 64
    /// For all bodies that are being read or answered. Those up to 16 KiB do not count, so that they pass when large ones
    /// have filled it.
    package var heldBodyLimit = 256 << 20
    /// The largest body that is accepted.
    package var largestBody = 16 << 20
    /// From the connection, or from the first byte of a later request, to the end of the head.
    package var headSeconds = 10.0
    /// From the end of the head to the end of the body.
    package var bodySeconds = 30.0
    /// Between two requests, and without a byte moving while a reply is sent.
    package var idleSeconds = 75.0
    /// For a stream whose reader takes no byte.
    package var stalledStreamSeconds = 30.0
    /// For a stream whose peer acknowledges nothing, not even probes. At least 2; noticed at most half as much later.
    package var vanishedStreamSeconds = 9.0
    /// Bodies in chunks are answered 411.
    package var refusesChunks = false
    package var listenBacklog = 4_096

    package init(host: String = "127.0.0.1", port: UInt16 = 0) {
        self.host = host
        self.port = port
    }
}
