import Glibc
import ProgressClient
import ProgressParsers

/// Reports a command to the service. Nothing here waits.
final class CommandReport {
    /// Nil if there is no service to report to.
    private let root: ReportedNode?
    private let work: ReportTarget
    /// The total to report if the output gives none.
    private let total: Int64?
    private var parts: [String: ReportedNode] = [:]
    private var isCancelledHere = false

    init(_ root: ReportedNode?, of work: ReportTarget, total: Int64?) {
        self.root = root
        self.work = work
        self.total = total
        root?.onDirective { _ in SignalPipe.wake() }
    }

    /// The failure to report in case the token may not cancel; a cancelled progress ignores it.
    private static let interrupted = "interrupted where it ran"

    /// The directive for the command.
    var directive: Directive { root?.directive ?? .run }

    func show(_ reading: Reading) {
        guard let root else { return }
        let reading = reading.whileRunning
        root.setCounts(completed: reading.completed, total: reading.total ?? total ?? -1)
        var members: [String: JSONValue] = [:]
        if reading.isBytes { members["kind"] = .string("file") }
        if let operation = reading.operation { members["fileOperationKind"] = .string(operation) }
        if let files = reading.files {
            members["fileTotalCount"] = .integer(files.total)
            members["fileCompletedCount"] = .integer(files.completed)
        }
        if !members.isEmpty { root.set(members) }
        show(reading.parts, under: root)
    }

    /// Shows parts as children that are worth none of the root's units: its own counts include them.
    private func show(_ newest: [Part], under root: ReportedNode) {
        for part in newest {
            if let node = parts[part.name] {
                node.setCounts(completed: part.completed, total: part.total ?? -1)
            } else {
                parts[part.name] = work.begin(part, of: root)
            }
        }
        let names = Set(newest.map(\.name))
        for (name, node) in parts where !names.contains(name) {
            node.finish()
            parts[name] = nil
        }
    }

    /// Cancels the progress, because the user has ended the command.
    func cancel() {
        isCancelledHere = true
        root?.give(.cancel)
    }

    /// - Parameters:
    ///   - wasEnded: whether it was asked to end; the service knows that already.
    ///   - loss: the reason why its output was lost, if it was.
    ///   - hasLostReader: whether a reader of its output was gone.
    func end(_ end: CommandEnd, _ command: String, wasEnded: Bool, loss: String?, hasLostReader: Bool) {
        guard let root else { return }
        if isCancelledHere { return root.fail(Self.interrupted, code: "\(end.status)") }
        if wasEnded { return }
        // As in `… | head`, which has read all that it wanted.
        let isSuccess = end == .exited(0) || (hasLostReader && end.status == 128 + SIGPIPE)
        if isSuccess, let loss {
            root.fail(loss, code: "1")
        } else if isSuccess {
            for node in parts.values { node.finish() }
            root.finish()
        } else if end.isInterruption {
            root.give(.cancel)
            root.fail(Self.interrupted, code: "\(end.status)")
        } else {
            root.fail(end.reason(command), code: "\(end.status)")
        }
    }
}
