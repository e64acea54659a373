import ProgressLog
import ProgressTelemetry

/// Whether the engine answers, and whether what it holds can be read, for the log and `/readyz`: each change is told once.
///
/// The two are apart, because an engine with an entry that nobody can read answers all else.
struct EngineHealth {
    private let messages: ServiceLog
    private let cluster: ClusterStatus
    /// It does not do what it is asked; nil: it does.
    private var silence: Failing?
    /// What it holds cannot be read.
    private var unreadable: Failing?
    /// What is wrong although the engine answers; nil: nothing.
    var alarm: ClusterTrouble? {
        didSet { if alarm != oldValue { tell() } }
    }

    private struct Failing {
        let since: UInt64
        let isNewer: Bool
        let trouble: ClusterTrouble
    }

    init(_ context: MemberContext) {
        messages = context.messages
        cluster = context.cluster
    }

    mutating func noteAnswer(at now: UInt64) {
        end(\.silence, at: now)
    }

    /// All that is in the log was read.
    mutating func noteReadable(at now: UInt64) {
        end(\.unreadable, at: now)
    }

    /// A statement failed.
    mutating func note(_ failure: LogFailure, at now: UInt64) {
        note(failure, \.silence, at: now)
    }

    /// What the engine answered cannot be read, or it does not let it be read.
    mutating func noteUnreadable(_ failure: LogFailure, at now: UInt64) {
        note(failure, \.unreadable, at: now)
    }

    private mutating func end(_ failing: WritableKeyPath<EngineHealth, Failing?>, at now: UInt64) {
        guard let ended = self[keyPath: failing] else { return }
        self[keyPath: failing] = nil
        tell()
        if silence == nil && unreadable == nil {
            messages.logAnswersAgain(milliseconds: (now - ended.since) / 1_000_000)
        }
    }

    private mutating func note(
        _ failure: LogFailure,
        _ failing: WritableKeyPath<EngineHealth, Failing?>,
        at now: UInt64
    ) {
        let old = self[keyPath: failing]
        let isNewer = if case .newer = failure { true } else { false }
        let new = Failing(since: old?.since ?? now, isNewer: isNewer, trouble: Self.trouble(failure))
        if let old, old.isNewer == isNewer, old.trouble.needsOperator == new.trouble.needsOperator { return }
        // Both ways may notice the same.
        let isTold = isNewer && (silence?.isNewer == true || unreadable?.isNewer == true)
        self[keyPath: failing] = new
        if isTold { return tell() }
        switch failure {
        case .noAnswer, .notDone: messages.logIsSilent(failure)
        case .full, .refused: messages.logRefuses(failure)
        case .damaged: messages.logIsDamaged(failure)
        case .newer: messages.logIsNewer(failure)
        }
        tell()
    }

    private static func trouble(_ failure: LogFailure) -> ClusterTrouble {
        switch failure {
        case .noAnswer, .notDone: ClusterTrouble("The log does not answer: \(failure).", needsOperator: false)
        case .full: ClusterTrouble("The log has no room: \(failure).", needsOperator: false)
        case .refused: ClusterTrouble("The log refuses: \(failure).", needsOperator: true)
        case .damaged: ClusterTrouble("The log is damaged: \(failure).", needsOperator: true)
        case .newer: ClusterTrouble("This replica cannot follow: \(failure).", needsOperator: true)
        }
    }

    private func tell() { cluster.note(unreadable?.trouble ?? silence?.trouble ?? alarm) }
}
