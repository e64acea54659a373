import Glibc
import ProgressClient

/// The loop of `pipe`: moves bytes while it may, and counts them.
struct PipeTransfer {
    /// Nil where there is nobody to report to.
    private let node: ReportedNode?
    private let size: Int64?
    private let signals: Descriptor
    private let mover: ByteMover
    private var count: Int64 = 0
    private var reportedAt = ContinuousClock.now
    /// Nil where there is no terminal to draw on.
    private var line: PipeLine?

    /// - Parameter size: nil while nobody knows.
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

    /// Nil: there is more.
    private mutating func move() -> Int32? {
        switch mover.move() {
        case .moved(let bytes):
            count += Int64(bytes)
            report()
            return nil
        case .waits(let interest): return wait(for: [interest])
        case .end:
            line?.end(count, at: .now)
            // Less or more may have come than was promised.
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

    /// The reporter sends four times a second; more would only cost time.
    private mutating func report() {
        let now = ContinuousClock.now
        guard now - reportedAt > .milliseconds(50) else { return }
        reportedAt = now
        line?.draw(count, at: now)
        node?.setCounts(completed: runningCount)
    }

    /// More may come than was promised; a count that reaches its total would end the progress.
    private var runningCount: Int64 {
        guard let size, size > 0 else { return count }
        return min(count, size - 1)
    }

    /// Milliseconds until the line is to be drawn again; -1 for none.
    private var patience: Int32 { line.map { Int32(max(0, ($0.dueAt - .now) / .milliseconds(1) + 1)) } ?? -1 }

    /// Until one of them is ready, a directive has come, or a signal, which ends this.
    private mutating func wait(for interests: [pollfd]) -> Int32? {
        node?.setCounts(completed: runningCount)
        var interests = interests + [pollfd(fd: signals.number, events: Int16(POLLIN), revents: 0)]
        let ready = poll(&interests, nfds_t(interests.count), patience)
        line?.draw(count, at: .now)
        guard ready > 0, interests.last?.revents != 0 else { return nil }
        for number in SignalPipe.take(from: signals) where number != 0 && number != SIGPIPE {
            line?.end(count, at: .now)
            node?.give(.cancel)
            // Where the token does not allow that; what is cancelled takes no failure.
            node?.fail("interrupted where it ran", code: "\(128 + number)")
            return 128 + number
        }
        return nil
    }
}
