import Synchronization

/// Whether the service takes requests, and if not, why. Any thread.
///
/// Each part that can refuse all work has a reason here; `/readyz` is 503 while any reason is set.
package final class Readiness: Sendable {
    package struct Reasons: OptionSet {
        package let rawValue: UInt32

        package init(rawValue: UInt32) { self.rawValue = rawValue }

        /// Some parts do not run yet.
        package static let starting = Reasons(rawValue: 1 << 0)
        /// It ends: streams are finished, and no request waits.
        package static let stopping = Reasons(rawValue: 1 << 1)
        /// It was told to stop, and answers everything until other replicas and proxies know.
        package static let leaving = Reasons(rawValue: 1 << 2)
    }

    private let present = Atomic<UInt32>(Reasons.starting.rawValue)

    package var reasons: Reasons { Reasons(rawValue: present.load(ordering: .relaxed)) }
    package var isStopping: Bool { present.load(ordering: .relaxed) & Reasons.stopping.rawValue != 0 }

    package func add(_ reason: Reasons) { present.bitwiseOr(reason.rawValue, ordering: .relaxed) }

    package func remove(_ reason: Reasons) { present.bitwiseAnd(~reason.rawValue, ordering: .relaxed) }
}
