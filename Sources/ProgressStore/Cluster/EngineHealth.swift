import ProgressLog
import ProgressTelemetry

/// Whether the engine answers, for the log and `/readyz`: each change is told once.
struct EngineHealth {
    private let messages: ServiceLog
    private let cluster: ClusterStatus
    /// Since when it does not do what it is asked; nil: all is well.
    private var failingSince: UInt64?
    private var trouble: ClusterTrouble?
    /// What is wrong although the engine answers; nil: nothing.
    var alarm: ClusterTrouble? {
        didSet { if alarm != oldValue { tell(trouble) } }
    }

    init(_ context: MemberContext) {
        messages = context.messages
        cluster = context.cluster
    }

    mutating func noteAnswer(at now: UInt64) {
        guard let failingSince else { return }
        self.failingSince = nil
        tell(nil)
        messages.logAnswersAgain(milliseconds: (now - failingSince) / 1_000_000)
    }

    mutating func note(_ failure: LogFailure, at now: UInt64) {
        let new: ClusterTrouble
        switch failure {
        case .noAnswer, .notDone: new = ClusterTrouble("The log does not answer: \(failure).", needsOperator: false)
        case .full: new = ClusterTrouble("The log has no room: \(failure).", needsOperator: false)
        case .refused: new = ClusterTrouble("The log refuses: \(failure).", needsOperator: true)
        case .damaged: new = ClusterTrouble("The log is damaged: \(failure).", needsOperator: true)
        }
        if failingSince == nil { failingSince = now }
        guard trouble == nil || trouble?.needsOperator != new.needsOperator else { return }
        switch failure {
        case .noAnswer, .notDone: messages.logIsSilent(failure)
        case .full, .refused: messages.logRefuses(failure)
        case .damaged: messages.logIsDamaged(failure)
        }
        tell(new)
    }

    private mutating func tell(_ trouble: ClusterTrouble?) {
        self.trouble = trouble
        cluster.note(trouble ?? alarm)
    }
}
