/// A daemon of libmicrohttpd, and when it has to be run.
///
/// An object, because what libmicrohttpd calls back while it runs asks for another run.
final class DrivenDaemon {
    let daemon: Daemon
    var demand = RunRequests()
    /// Only the large daemon's are counted.
    var connectionCount = 0
    /// The number of bytes of its memory that a head may take; the rest is for the head of the reply.
    let mostOfHead: Int

    private static let replyByteCount = 1_536

    init(
        _ quota: ConnectionQuota,
        _ configuration: ReactorConfiguration,
        memoryByteCount: Int
    ) throws(ReactorError) {
        mostOfHead = memoryByteCount - Self.replyByteCount
        daemon = try Daemon(
            connectionLimit: quota.capacity,
            memoryByteCount: memoryByteCount,
            timeoutSeconds: max(1, Int(configuration.idleSeconds.rounded(.up)))
        )
    }

    func run() {
        guard demand.take() else { return }
        daemon.run()
        if demand.take() { daemon.run() }
    }

    /// When it wants to be run without an event, nil if never; and whether a connection has kept it busy for too long.
    func millisecondsToRun(now: UInt64) -> (UInt64?, isStuck: Bool) {
        let milliseconds = daemon.timeoutMilliseconds
        return (milliseconds, demand.wasAsked(isBusy: milliseconds == 0, now: now))
    }
}
