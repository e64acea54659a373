import Glibc
import MicroHTTPD
package import Platform
import ProgressHTTP
package import ProgressLog
package import ProgressRegistry
package import ProgressStore
package import ProgressTelemetry

/// The running service: reactors on their threads, and the order of start and stop.
package final class Server: @unchecked Sendable {
    // @unchecked: 1. one thread calls `start` and `stop`, the program's or the test's; 2. a reactor may be called from any
    // thread.
    package let configuration: Configuration
    package private(set) var address = ""
    package private(set) var port: UInt16 = 0
    /// Where the other replicas reach this one; empty without a cluster.
    private var advertised = ""
    /// Whether the start has seen the members of the cluster.
    private var isAcquainted = false
    private let service: ServiceState
    private let log: ServiceLog
    private let onRefusal: @Sendable (String) -> Void
    /// nil without a cluster; used by the cluster thread alone after the start.
    private let groupLog: (any GroupLog)?
    private var reactors: [Reactor] = []
    private var threads: [pthread_t] = []

    /// From the call of `stop` until remaining requests are broken off: with this, a stop ends within 5 s.
    private static let stopNanoseconds: UInt64 = 4_500_000_000
    private static let firstLookSeconds = 3.0

    /// The number of heads of requests and lines that were read, except those that repeat the last of their connection.
    package var headCount: Int { service.metrics.reading.calls.heads }

    /// Checks the settings; nothing listens yet.
    /// - Parameters:
    ///   - groupLog: the log that the cluster of the settings shares; nil without a cluster.
    ///   - onRefusal: called once, on a thread of the service, if it turns out only while it runs that it must not
    ///     start: with one line that says why. `stop` must then be called.
    package init(
        configuration: Configuration,
        clock: ServiceClock = .system(),
        log: ServiceLog,
        groupLog: (any GroupLog)? = nil,
        onRefusal: @escaping @Sendable (String) -> Void = { _ in }
    ) throws(ServerError) {
        try SettingsCheck(configuration: configuration).run()
        self.configuration = configuration
        self.log = log
        self.groupLog = groupLog
        self.onRefusal = onRefusal
        do {
            service = try ServiceState(configuration: configuration, clock: clock, log: log, groupLog: groupLog)
        } catch {
            throw .storage(error)
        }
    }

    /// The place of this replica in its cluster; nil without one.
    package var clusterStatus: ClusterStatus? { service.cluster?.status }

    /// Checks that the library supports streams, binds, and runs one thread per reactor.
    package func start() throws(ServerError) {
        let abilities: LibraryAbilities
        do {
            abilities = try Reactor.selfCheck()
            try makeReactors()
        } catch {
            _ = service.recorder?.stop()
            throw .reactor(error)
        }
        port = reactors[0].port
        advertised = try firstContact()
        address = "http://\(configuration.host.contains(":") ? "[\(configuration.host)]" : configuration.host):\(port)"
        connectMailboxes()
        startSaving()
        let rewritesHeaders = abilities.rewritesHeaders
        if !rewritesHeaders { log.rewritesNoHeaders() }
        if !abilities.readsLargeHeads { log.readsNoLargeHeads() }
        for (number, reactor) in reactors.enumerated() {
            run(reactor, number, rewritesHeaders: rewritesHeaders)
        }
        service.becomeReady()
        log.listening(address: address, reactors: reactors.count)
    }

    /// Replaces the tokens, from now on, with at least one: callers and streams with a token that stays notice nothing.
    package func replaceTokens(with tokens: [AccessToken]) {
        service.replaceTokens(with: tokens)
        log.listsTokens(tokens.count)
    }

    /// Hands over to another replica, if there is one; reports not ready, answers running requests, tells streams to
    /// reconnect, and ends all threads. Within 5 s.
    /// - Parameter takesLeave: in a cluster, whether clients, proxies and replicas get time to turn to another replica.
    ///   Otherwise they find their connections closed.
    /// - Returns: whether all changes are safe, if there is a data directory or a cluster.
    @discardableResult
    package func stop(takesLeave: Bool = true) -> Bool {
        let deadline = MonotonicClock.now() + Self.stopNanoseconds
        service.beginLeaving()
        if let cluster = service.cluster {
            let leave = Leave(cluster, address: advertised)
            leave.handOver()
            if takesLeave { leave.take(from: reactors) }
        }
        service.beginStopping()
        let now = MonotonicClock.now()
        let seconds = now < deadline ? Double(deadline - now) / 1e9 : 0
        for reactor in reactors { reactor.quiesce() }
        for reactor in reactors { reactor.stop(within: min(4, seconds)) }
        for thread in threads { pthread_join(thread, nil) }
        service.registry.enter { registry in registry.reaper.wake = {} }
        threads = []
        reactors = []
        let isSaved = service.recorder?.stop() ?? service.cluster?.member.stop(by: deadline) ?? true
        log.stopped()
        return isSaved
    }

    /// Binds. They share one port, which nobody else takes before the last one listens.
    private func makeReactors() throws(ReactorError) {
        let claim = try ListeningAddress.Claim(host: configuration.host, port: configuration.port)
        let count =
            configuration.threads > 0 ? configuration.threads : min(max(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 1), 64)
        var settings = ReactorConfiguration(host: configuration.host, port: claim.port)
        settings.connectionLimit = max(1, configuration.maximumConnections / count)
        // One body of the maximum size must fit, beside one of a caller whose right is not known.
        settings.largestBody = max(configuration.maximumBodyBytes, configuration.maximumBatchBytes)
        settings.heldBodyLimit = max(configuration.maximumHeldBodyBytes / count, 2 * settings.largestBody)
        settings.refusesChunks = configuration.refusesChunks
        // A peer that vanishes is noticed within one heartbeat; the check may run up to half an interval late.
        settings.vanishedStreamSeconds = max(2, configuration.heartbeatSeconds * 0.5)
        for number in 0..<count {
            reactors.append(try Reactor(settings, name: "reactor \(number)"))
        }
        _ = consume claim
    }

    /// From now on the registry wakes the reactors that have mail, and the first one to reap.
    private func connectMailboxes() {
        for reactor in reactors {
            service.registry.enter { registry in registry.addMailbox(Mailbox(wake: { reactor.wake() })) }
        }
        let (service, first) = (service, reactors[0])
        service.registry.enter { registry in
            registry.reaper.wake = {
                service.requestReaping()
                first.wake()
            }
        }
    }

    /// Starts the threads that take changes to the disk or the log; they wake all reactors when changes are safe.
    private func startSaving() {
        let all = reactors
        service.recorder?.start { for reactor in all { reactor.wake() } }
        service.cluster?.member.start(
            address: advertised,
            isAcquainted: isAcquainted,
            refuse: onRefusal,
            wake: { for reactor in all { reactor.wake() } }
        )
    }

    private func run(_ reactor: Reactor, _ number: Int, rewritesHeaders: Bool) {
        let (service, advertised, count) = (service, advertised, reactors.count)
        let metrics = ReactorMetrics(connections: { [weak reactor] in reactor?.currentCounters ?? ReactorCounters() })
        service.metrics.add(metrics)
        let thread = Thread {
            reactor.run { reactor in
                ReactorApplication(
                    service: service,
                    reactor: number,
                    of: count,
                    metrics: metrics,
                    rewritesHeaders: rewritesHeaders,
                    router: service.router(of: reactor, metrics.forwards, address: advertised, pings: number == 0)
                )
            }
        }
        threads.append(thread.start())
    }

    /// Looks at the log once, so that a fault that needs an operator stops the start. An engine that is away does not.
    /// - Returns: where the other replicas reach this one; empty without a cluster.
    private func firstContact() throws(ServerError) -> String {
        guard let groupLog else { return "" }
        do {
            let address = try AdvertisedAddress.find(configuration, port: port)
            try look(groupLog, from: address)
            return address
        } catch {
            reactors = []
            throw error
        }
    }

    private func look(_ groupLog: any GroupLog, from address: String) throws(ServerError) {
        let deadline = MonotonicClock.now() + MonotonicClock.nanoseconds(Self.firstLookSeconds)
        let roster: Roster
        do throws(LogFailure) {
            _ = try groupLog.look(by: deadline)
            // The start does not fail if the members' tables cannot be read.
            guard let known = try? groupLog.roster(by: deadline) else { return }
            try known.checkForm()
            roster = known
        } catch {
            switch error {
            case .noAnswer, .notDone, .full: return
            case .refused, .damaged, .newer: throw .cluster(error.advice)
            }
        }
        let tokens = AnnouncedTokens(service.context.tokens.current.announcement)
        let stranger = StrangeCluster(roster, tokens, at: address, name: configuration.cluster.name)
        if let stranger { throw .cluster(stranger.description) }
        isAcquainted = true
    }
}
