import Glibc
import ProgressRegistry
import ProgressTelemetry

/// The number of descriptors that this process may have open, and what it means for the settings.
struct DescriptorLimit {
    /// For descriptors other than connections, and for connections that are being answered 503.
    private static let reserve = 64

    /// Nil if the system reports none.
    private let count: Int?
    private var lowered: (connections: Int, streams: Int)?

    /// Raises the soft limit to the hard one.
    static func raise() -> DescriptorLimit {
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return DescriptorLimit(count: nil) }
        var wanted = limit
        wanted.rlim_cur = limit.rlim_max
        if setrlimit(resource, &wanted) == 0 { limit = wanted }
        return DescriptorLimit(count: Int(clamping: limit.rlim_cur))
    }

    /// Lowers the settings to what the limit can carry.
    mutating func lower(_ configuration: inout Configuration) {
        guard let count else { return }
        let carried = max(1, count - min(Self.reserve, count / 2))
        guard configuration.maximumConnections > carried else { return }
        configuration.maximumConnections = carried
        configuration.maximumStreams = min(configuration.maximumStreams, carried * 3 / 4)
        lowered = (carried, configuration.maximumStreams)
    }

    func report(to log: ServiceLog) {
        guard let count else { return log.knowsNoDescriptorLimit() }
        log.has(descriptors: count)
        if let lowered { log.lowered(connections: lowered.connections, streams: lowered.streams, descriptors: count) }
    }
}
