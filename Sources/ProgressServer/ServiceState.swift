import CLibUUID
import MicroHTTPD
import Platform
import ProgressCore
import ProgressHTTP
import ProgressJournal
import ProgressLog
import ProgressRegistry
import ProgressStore
import ProgressTelemetry
import Synchronization

/// Shared by all reactors: the context of the calls, the counters, and the recorder.
final class ServiceState: Sendable {
    let context: ServiceContext
    let metrics = Metrics()
    /// nil without a data directory.
    let recorder: Recorder?
    /// nil without a cluster.
    let cluster: ClusterPart?
    private let reapingRequested = Atomic<Bool>(false)

    /// - Parameter groupLog: the cluster's log; nil without one. The trees are empty until they are loaded from it.
    /// - Throws: if the data directory cannot be used.
    init(
        configuration: Configuration,
        clock: ServiceClock,
        log: ServiceLog,
        groupLog: (any GroupLog)?
    ) throws(JournalError) {
        let tokens = TokenSet(configuration.tokens)
        var epoch: [UInt8] = []
        Self.randomID().append(to: &epoch)
        epoch.removeLast(epoch.count - 8)
        let registry: ProgressRegistry
        if let path = configuration.dataDirectory {
            let kept = try DataStore.start(path: path, configuration, tokens, epoch: epoch, at: clock.now(), log)
            (registry, recorder) = (kept.registry, kept.recorder)
        } else {
            registry = ProgressRegistry(RegistryState(limits: configuration.limits), epoch: epoch)
            recorder = nil
        }
        registry.enter { $0.relist(tokens, at: clock.now()) }
        cluster = groupLog.map { ClusterPart($0, registry, configuration, clock, log) }
        let storage = recorder?.status ?? cluster?.member.status
        context = ServiceContext(
            registry: registry,
            configuration: configuration,
            tokens: TokenList(tokens),
            clock: cluster?.member.clock ?? clock,
            log: log,
            replica: cluster.map { ClusterPart.replica($0.status) },
            storage: { ReadinessFacts.StorageObstacle(storage?.refusal) },
            makeID: { Self.randomID() }
        )
    }

    /// Replaces the tokens, from now on, with at least one. One thread at a time.
    func replaceTokens(with tokens: [AccessToken]) {
        let next = TokenSet(tokens, after: context.tokens.current)
        let now = context.clock.now()
        registry.enter { registry in
            // Within one entry, so that no right is looked up by the new list before it agrees with that.
            context.tokens.replace(with: next)
            registry.relist(next, at: now)
            if cluster == nil { registry.endUnlisted(at: now) { next.permit($0) != nil } }
        }
        cluster?.member.announceTokens()
    }

    var registry: ProgressRegistry { context.registry }
    /// Persists writes (the recorder, or the cluster member); nil if everything stays in memory.
    var saver: (any GroupSaver)? { recorder ?? cluster?.member }
    var configuration: Configuration { context.configuration }
    /// nil without a cluster.
    /// - Parameters:
    ///   - address: of this replica, as the others see it.
    ///   - pings: whether this reactor asks the writer for signs of life.
    func router(of reactor: Reactor, _ metrics: ForwardMetrics, address: String, pings: Bool) -> ReplicaRouter? {
        guard let cluster else { return nil }
        return ReplicaRouter(
            cluster.status,
            registry,
            Forwarder(reactor, context.proxies),
            ListedTokens(context.tokens),
            PeerForwarder(reactor, context.proxies),
            pings ? WriterPing(reactor, cluster, context.log, address: address) : nil,
            metrics,
            configuration.durability,
            address: address,
            patienceSeconds: cluster.forwardWaitSeconds
        )
    }

    var isStopping: Bool { context.readiness.isStopping }

    func becomeReady() { context.readiness.remove(.starting) }

    func beginLeaving() { context.readiness.add(.leaving) }

    func beginStopping() { context.readiness.add(.stopping) }

    /// Something falls due before the reaper's next turn. Any thread.
    func requestReaping() { reapingRequested.store(true, ordering: .releasing) }

    /// Whether `requestReaping` was called since the last call.
    func takeReapingRequest() -> Bool {
        reapingRequested.load(ordering: .relaxed) && reapingRequested.exchange(false, ordering: .acquiring)
    }

    /// Asks libuuid for random bytes by getrandom, which needs no file descriptor.
    private static func randomID() -> ProgressID {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 16) { bytes in
            guard let start = bytes.baseAddress else { preconditionFailure("16 bytes have an address") }
            uuid_generate_random(start)
            var high: UInt64 = 0
            var low: UInt64 = 0
            for index in 0..<8 {
                high = high << 8 | UInt64(bytes[index])
                low = low << 8 | UInt64(bytes[index + 8])
            }
            return ProgressID(high: high, low: low)
        }
    }
}

extension ReadinessFacts.StorageObstacle {
    init?(_ refusal: StorageStatus.Refusal?) {
        switch refusal {
        case .full: self = .full
        case .failing: self = .failing
        case nil: return nil
        }
    }
}
