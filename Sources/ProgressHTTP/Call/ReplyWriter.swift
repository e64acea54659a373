import Platform
import ProgressCore
import ProgressLocalization
import ProgressRegistry
import ProgressWire

/// Writes the common parts of replies: snapshots, summaries and their headers. One per reactor; on its thread only.
final class ReplyWriter {
    private let service: ServiceContext
    /// The reactor's number.
    let reactor: Int
    private let metrics: CallMetrics
    private var texts = SnapshotTexts()

    init(_ service: ServiceContext, reactor: Int, _ metrics: CallMetrics) {
        self.service = service
        self.reactor = reactor
        self.metrics = metrics
    }

    var registry: ProgressRegistry { service.registry }

    /// Writes the reply to a write on a node: its snapshot, or no body for `Prefer: return=minimal`.
    func answerWrite(
        _ snapshot: ProgressSnapshot,
        _ head: CallHead,
        status: Int = 200,
        links: Bool = false,
        _ answer: Answer
    ) {
        answerWrite(snapshot.receipt, head, status: status, answer)
        if head.preferences.isMinimal { return }
        answer.status = status
        answer.language = head.language
        appendOpen(snapshot, head.language, hidesUsers: answer.hidesUsers, to: &answer.body)
        if links { appendLinks(of: snapshot.id, to: &answer.body) }
        answer.body.append("}")
    }

    /// Writes the reply to a write on a node without its body, as `Prefer: return=minimal` wants it.
    func answerWrite(_ receipt: WriteReceipt, _ head: CallHead, status: Int = 200, _ answer: Answer) {
        answer.isReplyToWrite = true
        answer.progress = receipt.id
        answer.directive = receipt.directive
        if receipt.directive != .run { noteDirective(receipt.directive, of: receipt.id, answer.kind) }
        EntityTag.append(
            receipt.id,
            "node",
            head.language,
            version: receipt.version,
            hidesUsers: answer.hidesUsers,
            to: &answer.etag
        )
        guard head.preferences.isMinimal else { return }
        answer.status = status == 201 ? 201 : 204
        answer.preferenceApplied = "return=minimal"
    }

    /// Appends a snapshot without its closing brace.
    /// - Parameter hidesUsers: see `Answer.hidesUsers`.
    func appendOpen(_ snapshot: ProgressSnapshot, _ language: Language, hidesUsers: Bool, to bytes: inout [UInt8]) {
        describe(snapshot, language)
        bytes.appendOpenSnapshot(snapshot, texts, hidesUsers: hidesUsers)
    }

    func appendLinks(of id: ProgressID, to bytes: inout [UInt8]) { bytes.appendLinks(id, prefix: service.prefix.text) }

    func append(_ summary: ProgressSummary, _ language: Language, hidesUsers: Bool, to bytes: inout [UInt8]) {
        describe(summary.latest, language)
        bytes.appendSummary(summary, texts, hidesUsers: hidesUsers)
    }

    private func describe(_ snapshot: ProgressSnapshot, _ language: Language) {
        texts.removeAll()
        let describer = Describer(language: language)
        describer.appendDescription(of: snapshot, to: &texts.description)
        describer.appendAdditionalDescription(of: snapshot, to: &texts.additionalDescription)
    }

    /// Measures how long a control call took to reach the worker, if this reply is the first that tells it.
    func noteDirective(_ directive: Directive, of id: ProgressID, _ kind: CallKind) {
        guard kind.operation?.isReport == true else { return }
        let now = service.clock.now()
        let age = registry.enter(from: reactor) { $0.tree.takeControlAge(of: id, at: now) }
        if let age { metrics.obeyed(directive, milliseconds: age) }
    }
}
