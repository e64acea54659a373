package import Platform
package import ProgressCore
import ProgressLocalization
package import ProgressRegistry
package import ProgressTelemetry

/// The parts that the calls of all reactors share. Any thread.
package final class ServiceContext: Sendable {
    package let registry: ProgressRegistry
    package let configuration: Configuration
    package let clock: ServiceClock
    package let log: ServiceLog
    package let readiness = Readiness()
    /// A random id that cannot be guessed; it also serves as a secret.
    package let makeID: @Sendable () -> ProgressID
    package let proxies: TrustedProxies
    /// nil without a cluster.
    let replica: Replica?
    private let storage: @Sendable () -> ReadinessFacts.StorageObstacle?
    let defaultLanguage: Language
    package let tokens: TokenList
    /// Whether calls need one of them, which never changes.
    package let requiresTokens: Bool
    /// Whether badges are for everybody: said so, or where neither tokens nor the loopback interface guard anything. On
    /// loopback they are not: a page from anywhere, in a browser on this machine, would read states off their widths.
    let hasPublicBadges: Bool
    let wrongTokens: WrongTokens
    let files: PrefixedFiles

    package init(
        registry: ProgressRegistry,
        configuration: Configuration,
        tokens: TokenList,
        clock: ServiceClock,
        log: ServiceLog,
        replica: Replica? = nil,
        storage: @escaping @Sendable () -> ReadinessFacts.StorageObstacle?,
        makeID: @escaping @Sendable () -> ProgressID
    ) {
        self.registry = registry
        self.configuration = configuration
        self.tokens = tokens
        requiresTokens = !tokens.current.isEmpty
        hasPublicBadges =
            configuration.hasOpenBadges || !requiresTokens && !LoopbackName.isLoopback(configuration.host)
        wrongTokens = WrongTokens(limit: configuration.maximumWrongTokens)
        files = PrefixedFiles(PathPrefix(configuration.pathPrefix), signInNote: configuration.signInNote)
        self.clock = clock
        self.log = log
        self.makeID = makeID
        self.replica = replica
        self.storage = storage
        proxies = TrustedProxies(configuration, replica, log)
        defaultLanguage = Language(tag: configuration.defaultLocale) ?? .english
    }

    var prefix: PathPrefix { files.prefix }

    /// The facts as of now.
    package var readinessFacts: ReadinessFacts {
        ReadinessFacts(reasons: readiness.reasons, storage: storage(), replica: replica?.state())
    }

    /// Levels of JSON that a create may have: an array and an object for each level of the tree, and some for userInfo.
    var createDepthLimit: Int { 2 * configuration.maximumDepth + 64 }
}
