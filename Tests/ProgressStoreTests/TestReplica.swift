import Logging
import Platform
import ProgressCore
import ProgressRecords
import ProgressRegistry
import ProgressStreams
import ProgressTelemetry
import TestLogs
import TestSupport

@testable import ProgressStore

/// The forms of a replica.
struct MemberForms {
    var reads = RecordForm.first
    var writes = RecordForm.first

    /// Forms of a version after this one.
    static let next = MemberForms(reads: RecordForm(rawValue: 2), writes: RecordForm(rawValue: 2))
    /// Like `next`, but still writing the first form.
    static let held = MemberForms(reads: RecordForm(rawValue: 2), writes: .first)
}

/// One replica of a `ClusterWorld`.
final class TestReplica {
    let number: Int
    let log: MemoryLog
    let status = StorageStatus(.commit)
    let cluster = ClusterStatus {}
    let registry: ProgressRegistry
    let lines = LogLines()
    private let world: ClusterWorld
    private let time: ServiceClock
    private let tokenNews = TokenNews()
    private let refused = Lock<[String]>([])
    private var membership: Membership?
    private var dueAt: UInt64 = 0
    private var heardChange: UInt64 = 0
    private var hasRung = false

    /// - Parameter clockError: milliseconds that its wall clock is ahead.
    init(
        _ number: Int,
        _ world: ClusterWorld,
        seed: UInt64,
        _ limits: ProgressLimits,
        clockError: Int64,
        forms: MemberForms,
        isAcquainted: Bool = true
    ) {
        self.number = number
        self.world = world
        log = world.engine.connect()
        registry = ProgressRegistry(RegistryState(limits: limits), epoch: Array("none".utf8))
        var settings = MemberSettings(
            name: "test",
            address: "replica-\(number):80",
            lease: ClusterWorld.lease,
            durability: .commit,
            limits: limits
        )
        settings.leastLogByteCount = world.leastLogByteCount
        settings.keptByteCount = world.keptByteCount
        settings.returnInterval = world.returnInterval
        settings.newestForm = forms.reads
        settings.form = forms.writes
        settings.isAcquainted = isAcquainted
        let clock = world.clock
        let lead = ClockLead()
        let systemTime = clock.wallClock(ahead: clockError)
        time = systemTime.ahead(by: lead)
        let context = MemberContext(
            log: log,
            registry: registry,
            settings: settings,
            status: status,
            cluster: cluster,
            messages: ServiceLog(lines.logger),
            clock: { clock.now },
            time: time,
            systemTime: systemTime,
            lead: lead,
            wake: {},
            tokenNews: tokenNews,
            refuse: { [refused] reason in refused.withLock { $0.append(reason) } }
        )
        membership = Membership(context, random: SeededGenerator(seed: seed))
    }

    /// Milliseconds since 1970, as its trees see it.
    var now: Int64 { time.now() }

    /// Why it would have ended the process.
    var refusals: [String] { refused.withLock { $0 } }

    var isRunning: Bool { membership != nil }

    var rules: Bool { isRunning && cluster.rules(now: world.clock.now) }

    var isSaved: Bool { membership?.isSaved ?? false }

    /// When its next turn is.
    var due: UInt64 { hasRung || world.engine.changeCount != heardChange ? world.clock.now : dueAt }

    func turn() {
        let isWoken = hasRung || world.engine.changeCount != heardChange
        heardChange = world.engine.changeCount
        hasRung = false
        let before = world.engine.changeCount
        dueAt = membership?.turn(isWoken: isWoken) ?? .max
        // Its own changes do not wake it.
        if heardChange == before { heardChange = world.engine.changeCount }
    }

    func ring() { hasRung = true }

    /// Replaces the tokens, as SIGHUP does after the token file was rewritten.
    func list(_ tokens: [AccessToken]) {
        registry.enter { $0.relist(TokenSet(tokens, after: $0.access.tokens), at: now) }
        tokenNews.note()
        ring()
    }

    /// The process ends at once.
    func kill() { membership = nil }

    func leave() {
        membership?.leave(by: world.clock.now + 300_000_000)
        ring()
    }

    // MARK: Writing

    /// Runs a write as a reactor does.
    /// - Returns: the group that its reply waits for; nil if this replica does not rule.
    func write(_ body: (inout ProgressTree, Int64) throws -> Void) rethrows -> UInt64? {
        guard cluster.beginWrite(now: world.clock.now) else { return nil }
        defer { cluster.endWrite() }
        let now = now
        return try registry.enter { registry in
            try body(&registry.tree, now)
            ring()
            return registry.newestGroup
        }
    }

    func isSafe(_ group: UInt64) -> Bool { group <= status.durableGroup }

    /// - Returns: as `write`.
    func insert(_ id: ProgressID, under parent: ProgressID? = nil) throws -> UInt64? {
        var new = NewProgress(id: id)
        new.counts = Counts(total: 1_000_000, completed: 0)
        return try write { tree, now in
            _ = try tree.insert([new], under: try parent.map { try tree.find($0) }, at: now)
        }
    }

    /// - Returns: as `write`.
    func complete(_ id: ProgressID, by count: Int64 = 1) throws -> UInt64? {
        try write { tree, now in _ = try tree.complete(try tree.find(id), by: count, at: now) }
    }

    /// - Returns: as `write`.
    func remove(_ id: ProgressID) throws -> UInt64? {
        try write { tree, now in try tree.remove(try tree.find(id), pending: .credit, at: now) }
    }

    // MARK: Reading

    /// The stamp of the newest change.
    var stamp: UInt64 { registry.enter { $0.tree.sequence } }

    /// The opening of a stream for a reader that returns with that stamp.
    func opening(for selection: Selection, after stamp: UInt64) -> Opening {
        registry.enter { registry in
            registry.opening(for: selection, followsRuns: false, .after(stamp))
        }
    }

    func snapshot(of id: ProgressID) -> ProgressSnapshot? {
        registry.enter { registry in
            (try? registry.tree.find(id)).map { registry.tree.snapshot(of: $0) }
        }
    }

    var nodeCount: Int { registry.enter { $0.tree.nodeCount } }
}
