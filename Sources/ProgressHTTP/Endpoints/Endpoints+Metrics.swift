import Platform
import ProgressCore
import ProgressRegistry

extension Endpoints {
    func beginMetrics(_ answer: Answer) -> Outcome {
        answer.contentType = "text/plain; version=0.0.4; charset=utf-8"
        answer.cacheControl = "no-store"
        return .countsAll
    }

    /// A reply tells of a directive: if it is the first that tells a worker, it is counted how long that took.
    func noteDirective(_ directive: Directive, of id: ProgressID, _ kind: CallKind) {
        guard kind.operation?.isReport == true else { return }
        let now = service.clock.now()
        let age = registry.enter(from: reactor) { $0.tree.takeControlAge(of: id, at: now) }
        if let age { metrics.obeyed(directive, milliseconds: age) }
    }
}
