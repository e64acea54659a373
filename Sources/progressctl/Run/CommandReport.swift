import Glibc
import ProgressClient
import ProgressParsers

/// What the service hears of a command. Nothing here waits.
final class CommandReport {
    /// Nil where there is nobody to report to.
    private let root: ReportedNode?
    private let work: ReportTarget
    /// Where the output knows no total.
    private let total: Int64?
    private var parts: [String: ReportedNode] = [:]
    private var isCancelledHere = false

    init(_ root: ReportedNode?, of work: ReportTarget, total: Int64?) {
        self.root = root
        self.work = work
        self.total = total
        root?.onDirective { _ in SignalPipe.wake() }
    }

    /// The last word where the token does not allow to cancel; what is cancelled takes no failure.
    private static let interrupted = "interrupted where it ran"

    /// What the command is to obey.
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

    /// Parts are worth nothing to the root, whose own counts include them.
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

    /// The user has ended the command.
    func cancel() {
        isCancelledHere = true
        root?.give(.cancel)
    }

    /// - Parameters:
    ///   - wasEnded: somebody asked it to end, and the service knows.
    ///   - loss: why its output was lost, if it was.
    ///   - hasLostReader: nobody read its output any more.
    func end(_ end: CommandEnd, _ command: String, wasEnded: Bool, loss: String?, hasLostReader: Bool) {
        guard let root else { return }
        if isCancelledHere { return root.fail(Self.interrupted, code: "\(end.status)") }
        if wasEnded { return }
        // `… | head` has what it wanted.
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
