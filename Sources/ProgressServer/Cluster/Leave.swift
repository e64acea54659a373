import Glibc
import MicroHTTPD
import Platform
import ProgressStore

/// Lets a replica leave its cluster without a failed request. On the thread that stops the server, while reactors and
/// cluster thread run.
struct Leave {
    private let cluster: ClusterPart
    /// The address of this replica, as the others see it.
    private let address: String

    /// A hand-over takes some milliseconds. Where it fails, writes wait for the lease, and some are in doubt: on a busy
    /// machine it is worth its time.
    private static let handOverNanoseconds: UInt64 = 2_000_000_000
    /// The longest wait for the next writer; all of it passes where this is the only replica.
    private static let writerNanoseconds: UInt64 = 1_000_000_000
    private static let lookNanoseconds: UInt64 = 20_000_000
    /// Heirs look at the log at least every 100 ms while it changes, so all of them know the next writer by then.
    private static let drainNanoseconds: UInt64 = 300_000_000
    /// For requests on connections that were accepted last, and for proxies: a refused connection shows them that this
    /// replica is gone, before the idle ones close.
    private static let quiesceNanoseconds: UInt64 = 200_000_000

    init(_ cluster: ClusterPart, address: String) {
        self.cluster = cluster
        self.address = address
    }

    /// While everything runs: writes that come meanwhile are held, and then go to the next writer.
    func handOver() { cluster.member.leave(within: Self.handOverNanoseconds) }

    /// This replica forwards and answers as an heir until the others know the next writer. Then connections end with
    /// their next replies, and no more are accepted. Up to 1.5 s.
    func take(from reactors: [Reactor]) {
        awaitWriter()
        for reactor in reactors { reactor.drain() }
        Self.sleep(Self.drainNanoseconds)
        for reactor in reactors { reactor.quiesce() }
        Self.sleep(Self.quiesceNanoseconds)
    }

    private func awaitWriter() {
        let deadline = MonotonicClock.now() + Self.writerNanoseconds
        while MonotonicClock.now() < deadline {
            if let writer = cluster.status.writer, writer.address != address { return }
            // Perhaps no other thread asks for a look.
            cluster.status.suspect(term: cluster.status.term)
            Self.sleep(Self.lookNanoseconds)
        }
    }

    private static func sleep(_ nanoseconds: UInt64) { usleep(UInt32(nanoseconds / 1_000)) }
}
