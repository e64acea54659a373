import CLibUUID
import ProgressCore
import ProgressJournal
import ProgressLocalization
import Synchronization

/// What all reactors share: the registry, the settings, and whether the service is about to stop.
package final class ServiceState: Sendable {
    let registry: ProgressRegistry
    let configuration: Configuration
    let defaultLanguage: Language
    let clock: ServiceClock
    let metrics = Metrics()
    let log: ServiceLog
    let tokens: TokenSet
    let proxies: TrustedProxies
    let requiresTokens: Bool
    let readiness = Readiness()
    private let stopping = Atomic<Bool>(false)
    private let reapingRequested = Atomic<Bool>(false)
    /// nil: nothing outlives the process.
    let recorder: Recorder?

    /// - Throws: where there is a data directory that cannot be used.
    init(configuration: Configuration, clock: ServiceClock, log: ServiceLog) throws(JournalError) {
        self.configuration = configuration
        self.clock = clock
        self.log = log
        tokens = TokenSet(configuration.tokens)
        requiresTokens = !tokens.isEmpty
        proxies = TrustedProxies(configuration)
        defaultLanguage = Language(tag: configuration.defaultLocale) ?? .english
        let limits = configuration.limits
        var epoch: [UInt8] = []
        Self.randomID().append(to: &epoch)
        epoch.removeLast(epoch.count - 8)
        guard let path = configuration.dataDirectory else {
            registry = ProgressRegistry(RegistryState(limits: limits), epoch: epoch)
            recorder = nil
            return
        }
        let store = try DataStore.open(path: path, limits: limits, tokens: tokens, at: clock.now())
        log.restored(records: store.recordCount, from: path, wasCleanlyClosed: store.wasCleanlyClosed)
        if let cut = store.cut { log.cut(cut) }
        registry = ProgressRegistry(store.state, epoch: epoch)
        recorder = Recorder(store.journal, store.run, configuration.durability, registry, log)
        try recorder?.begin()
    }

    var isStopping: Bool { stopping.load(ordering: .relaxed) }

    package func becomeReady() { readiness.remove(.starting) }

    package func beginStopping() {
        readiness.add(.stopping)
        stopping.store(true, ordering: .relaxed)
    }

    /// Something falls due earlier than the reaper knows. Any thread.
    func requestReaping() { reapingRequested.store(true, ordering: .releasing) }

    /// Whether that was so since the last call.
    func takeReapingRequest() -> Bool {
        reapingRequested.load(ordering: .relaxed) && reapingRequested.exchange(false, ordering: .acquiring)
    }

    func makeID() -> ProgressID { Self.randomID() }

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
