import Platform
import ProgressLog
import ProgressRegistry
import ProgressTelemetry

/// The context that the parts of a member share. On the cluster thread.
struct MemberContext {
    let log: any GroupLog
    let registry: ProgressRegistry
    var settings: MemberSettings
    let status: StorageStatus
    let cluster: ClusterStatus
    let messages: ServiceLog
    /// Monotonic nanoseconds.
    let clock: () -> UInt64
    /// The clock of the trees, ahead by `lead`.
    let time: ServiceClock
    /// The clock of this machine.
    let systemTime: ServiceClock
    let lead: ClockLead
    /// Wakes the reactors: something in `status` or `cluster` has changed that they may wait for.
    let wake: () -> Void
    var tokenNews = TokenNews()
    /// This replica must not take part in the cluster: one line that says why. The process ends then.
    var refuse: (String) -> Void = { _ in }

    /// When a statement of the office is given up. Longer than a lease would be of no use to a writer.
    var statementDeadline: UInt64 { clock() + settings.lease }

    /// When a read is given up.
    var readingDeadline: UInt64 { clock() + 10_000_000_000 }
}
