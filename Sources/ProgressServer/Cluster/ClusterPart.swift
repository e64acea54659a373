import Platform
import ProgressHTTP
import ProgressLog
import ProgressRecords
import ProgressRegistry
import ProgressStore
import ProgressTelemetry

/// The part of this process in its cluster. Any thread.
final class ClusterPart: Sendable {
    let member: ClusterMember
    private let settings: ClusterSettings

    init(
        _ groupLog: any GroupLog,
        _ registry: ProgressRegistry,
        _ configuration: Configuration,
        _ clock: ServiceClock,
        _ log: ServiceLog
    ) {
        settings = configuration.cluster
        var memberSettings = MemberSettings(
            name: settings.name,
            lease: MonotonicClock.nanoseconds(settings.leaseSeconds),
            durability: configuration.durability,
            limits: configuration.limits
        )
        memberSettings.agreed = configuration.agreedSettings
        if let form = configuration.recordForm { memberSettings.form = RecordForm(rawValue: form) }
        member = ClusterMember(groupLog, memberSettings, registry, clock: clock, messages: log)
    }

    var status: ClusterStatus { member.cluster }

    /// How long a reply waits for its group, in nanoseconds: as long as a request waits for a writer, but at least
    /// until it is known whether this replica is still the writer.
    var replyPatience: UInt64 {
        MonotonicClock.nanoseconds(max(settings.forwardWaitSeconds, settings.leaseSeconds))
    }

    /// Nanoseconds.
    var lease: UInt64 { MonotonicClock.nanoseconds(settings.leaseSeconds) }

    var forwardWaitSeconds: Double { settings.forwardWaitSeconds }

    /// As the calls see it.
    static func replica(_ status: ClusterStatus) -> Replica {
        Replica(
            state: { ReplicaState(status, now: MonotonicClock.now()) },
            isKey: { text in status.writer.map { ForwardingKey.matches(text, $0.key) } ?? false }
        )
    }
}

extension ReplicaState {
    init(_ status: ClusterStatus, now: UInt64) {
        let role = status.shownRole(now: now)
        let knowsWriter = role != .writer && status.contact.reachable != nil
        let writes: WritePlace = status.rules(now: now) ? .here : knowsWriter ? .writer : .nowhere
        self.init(
            role: role.label,
            term: status.term,
            isLoaded: status.holdsTrees,
            writes: writes,
            trouble: status.trouble?.reason,
            unreachableWriter: status.contact.unreachable?.address,
            writerObstacle: role == .writer ? nil : status.contact.obstacle
        )
    }
}
