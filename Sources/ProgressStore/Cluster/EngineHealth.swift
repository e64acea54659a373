import ProgressLog
import ProgressTelemetry

/// Whether the engine does what it is asked, and whether its data can be read, for the log and `/readyz`.
///
/// The beginning of trouble is told, at most once a minute, however often it comes and goes: a state that ends between
/// two statements is one to a reader of the log.
struct EngineHealth {
    /// The kinds of requests to the engine. One may fail while the others do not: a table may be gone, or full.
    enum Part: Int, CaseIterable {
        /// Looks, claims and beats.
        case office
        /// The writer's entries and snapshots.
        case entries
        /// All reads.
        case reading
    }

    fileprivate enum Kind {
        case silent
        case isFull
        case refuses
        case isDamaged
        case isNewer
    }

    private struct Failing {
        let kind: Kind
        let since: UInt64
        let trouble: ClusterTrouble
    }

    private let messages: ServiceLog
    private let cluster: ClusterStatus
    private var failing: [Part: Failing] = [:]
    /// When each kind was told.
    private var toldAt: [Kind: UInt64] = [:]
    /// Whether one of those that fail was told.
    private var hasTold = false
    /// Trouble although the engine answers; nil: there is no such trouble.
    var alarm: ClusterTrouble? {
        didSet { if alarm != oldValue { tell() } }
    }
    /// Why the log is not the one that this replica followed; nil: it is.
    private var estrangement: ClusterTrouble?

    /// Nanoseconds in which nothing is told twice.
    private static let silence: UInt64 = 60_000_000_000

    /// Whether the log is not the one that this replica followed.
    var isEstranged: Bool { estrangement != nil }

    /// Whether the newest attempt to read the log failed.
    var cannotRead: Bool { failing[.reading] != nil }

    init(_ context: MemberContext) {
        messages = context.messages
        cluster = context.cluster
    }

    mutating func noteAnswer(of part: Part, at now: UInt64) {
        guard let ended = failing.removeValue(forKey: part) else { return }
        tell()
        guard failing.isEmpty, hasTold else { return }
        hasTold = false
        messages.logAnswersAgain(milliseconds: (now - ended.since) / 1_000_000)
    }

    mutating func note(_ failure: LogFailure, of part: Part, at now: UInt64) {
        let kind = Kind(failure)
        let old = failing[part]
        let isKnown = failing.values.contains { $0.kind == kind }
        failing[part] = Failing(kind: kind, since: old?.since ?? now, trouble: ClusterTrouble(failure))
        tell()
        if isKnown || toldAt[kind].map({ now < $0 + Self.silence }) ?? false { return }
        toldAt[kind] = now
        hasTold = true
        switch kind {
        case .silent: messages.logIsSilent(failure)
        case .isFull, .refuses: messages.logRefuses(failure)
        case .isDamaged: messages.logIsDamaged(failure)
        case .isNewer: messages.logIsNewer(failure)
        }
    }

    /// This replica is no longer the writer: entries that it could not append are no trouble now.
    mutating func endRule() {
        failing[.entries] = nil
        tell()
    }

    /// The log is another one.
    mutating func noteEstranged(_ reason: String) {
        let isNews = estrangement == nil
        estrangement = ClusterTrouble(
            "This is not the log that this replica followed: \(reason). It keeps what it has until that log is back; started "
                + "again, it follows this one.",
            needsOperator: true
        )
        tell()
        if isNews { messages.isEstranged(reason) }
    }

    /// It is the one that was followed.
    mutating func noteFamiliar() {
        guard estrangement != nil else { return }
        estrangement = nil
        tell()
        messages.isFamiliarAgain()
    }

    private func tell() {
        let parts = [Part.reading, .entries, .office]
        cluster.note(estrangement ?? parts.lazy.compactMap { failing[$0]?.trouble }.first ?? alarm)
    }
}

extension EngineHealth.Kind {
    fileprivate init(_ failure: LogFailure) {
        self =
            switch failure {
            case .noAnswer, .notDone: .silent
            case .full: .isFull
            case .refused: .refuses
            case .damaged: .isDamaged
            case .newer: .isNewer
            }
    }
}

extension ClusterTrouble {
    fileprivate init(_ failure: LogFailure) {
        switch failure {
        case .noAnswer, .notDone: self.init("The log does not answer: \(failure).", needsOperator: false)
        case .full: self.init("The log has no room: \(failure).", needsOperator: false)
        case .refused: self.init("The log refuses: \(failure).", needsOperator: true)
        case .damaged: self.init("The log is damaged: \(failure).", needsOperator: true)
        case .newer: self.init("This replica cannot follow: \(failure).", needsOperator: true)
        }
    }
}
