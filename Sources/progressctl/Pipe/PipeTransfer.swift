import Glibc
import ProgressClient

/// The loop of `pipe`: moves bytes unless paused or cancelled, and counts them.
struct PipeTransfer {
    /// Nil if there is no service to report to.
    private let node: ReportedNode?
    private let size: Int64?
    private let signals: Descriptor
    private let mover: ByteMover
    private var count: Int64 = 0
    private var reportedAt = ContinuousClock.now
    /// Nil if no line is drawn.
    private var line: PipeLine?

    /// - Parameter size: in bytes; nil if unknown.
    init(_ node: ReportedNode?, size: Int64?, signals: Descriptor, line: PipeLine?) {
        self.line = line
        self.node = node
        self.size = size
        self.signals = signals
        mover = ByteMover()
        node?.onDirective { _ in SignalPipe.wake() }
    }

    /// Returns the exit status.
    mutating func run() -> Int32 {
        while true {
            switch node?.directive ?? .run {
            case .cancel:
                line?.end(count, at: .now)
                Console.complain("cancelled after \(count) bytes")
                return 130
            case .pause: if let status = wait(for: []) { return status }
            case .run: if let status = move() { return status }
            }
        }
    }

    /// Moves bytes once. Returns the exit status, or nil if there is more to move.
    private mutating func move() -> Int32? {
        switch mover.move() {
        case .moved(let bytes):
            count += Int64(bytes)
            report()
            return nil
        case .waits(let interest): return wait(for: [interest])
        case .end:
            line?.end(count, at: .now)
            // There may have been fewer or more bytes than promised.
            node?.setCounts(completed: count, total: count)
            node?.finish()
            return 0
        case .noReader:
            line?.end(count, at: .now)
            node?.setCounts(completed: runningCount)
            node?.fail("nobody reads standard output any more", code: "\(128 + SIGPIPE)")
            return 128 + SIGPIPE
        case .failure(let code):
            line?.end(count, at: .now)
            let text = "after \(count) bytes: \(String(cString: strerror(code)))"
            Console.complain(text)
            node?.setCounts(completed: runningCount)
            node?.fail(text, code: "1")
            return 1
        }
    }

    /// Updates line and counts, at most every 50 ms: the reporter sends four times a second; more would only cost time.
    private mutating func report() {
        let now = ContinuousClock.now
        guard now - reportedAt > .milliseconds(50) else { return }
        reportedAt = now
        line?.draw(count, at: now)
        node?.setCounts(completed: runningCount)
    }

    /// The count to report while bytes may follow: below the total, because one that reaches it would end the progress.
    private var runningCount: Int64 {
        guard let size, size > 0 else { return count }
        return min(count, size - 1)
    }

    /// Milliseconds until the line is due again; -1 if there is no line.
    private var patience: Int32 { line.map { Int32(max(0, ($0.dueAt - .now) / .milliseconds(1) + 1)) } ?? -1 }

    /// Waits until one of them is ready, the line is due, or a directive or a signal has come. A signal that ends the
    /// program ends this, too: then it returns the exit status.
    private mutating func wait(for interests: [pollfd]) -> Int32? {
        node?.setCounts(completed: runningCount)
        var interests = interests + [pollfd(fd: signals.number, events: Int16(POLLIN), revents: 0)]
        let ready = poll(&interests, nfds_t(interests.count), patience)
        line?.draw(count, at: .now)
        guard ready > 0, interests.last?.revents != 0 else { return nil }
        for number in SignalPipe.take(from: signals) where number != 0 && number != SIGPIPE {
            line?.end(count, at: .now)
            node?.give(.cancel)
            // For a token that may not cancel; a cancelled progress ignores the failure.
            node?.fail("interrupted where it ran", code: "\(128 + number)")
            return 128 + number
        }
        return nil
    }
}
