import Glibc
import ProgressClient
import ProgressParsers

/// The one loop of `run`: waits for output, signals, directives and time, and passes each to those who decide.
struct CommandRun {
    private let child: ChildProcess
    private let report: CommandReport
    private let signals: Descriptor
    private var output: CommandOutput
    private var supervision: Supervision
    private var foreground = Foreground()
    private var end: CommandEnd?
    /// When to stop waiting for output of others that the command left behind.
    private var quietAt: ContinuousClock.Instant?

    /// What a command leaves running may hold its output open for good; it is heard out until it pauses.
    private static let patience = Duration.milliseconds(500)

    init(
        _ child: ChildProcess,
        _ output: CommandOutput,
        _ supervision: Supervision,
        _ report: CommandReport,
        signals: Descriptor
    ) {
        self.child = child
        self.output = output
        self.supervision = supervision
        self.report = report
        self.signals = signals
    }

    /// Returns when the command has ended and its output is passed on.
    mutating func wait() -> CommandEnd {
        while true {
            poll()
            let now = ContinuousClock.now
            if end == nil { perform(supervision.tick(at: now) + supervision.obey(report.directive, at: now)) }
            if let reading = output.look(at: now) { report.show(reading) }
            if let end, output.isAtEnd || isQuiet(at: now) {
                foreground.takeBack()
                if let reading = output.lookAtLast() { report.show(reading) }
                return end
            }
        }
    }

    private func isQuiet(at now: ContinuousClock.Instant) -> Bool {
        guard let quietAt else { return false }
        return quietAt <= now && !output.isHeldUp
    }

    private mutating func poll() {
        var interests = output.interests
        interests.append(pollfd(fd: signals.number, events: Int16(POLLIN), revents: 0))
        guard Glibc.poll(&interests, nfds_t(interests.count), patience) > 0 else { return }
        if interests.removeLast().revents != 0 { handleSignals() }
        let (reading, hasMoved) = output.proceed(interests)
        if let reading { report.show(reading) }
        if hasMoved, end != nil { quietAt = .now + Self.patience }
    }

    /// Milliseconds until something is due.
    private var patience: Int32 {
        let quietAt = output.isHeldUp ? nil : quietAt
        guard let next = [supervision.deadline, output.deadline, quietAt].compactMap(\.self).min() else { return -1 }
        return Int32(max(0, (next - .now) / .milliseconds(1) + 1))
    }

    private mutating func handleSignals() {
        for number in SignalPipe.take(from: signals) {
            switch number {
            // Another thread; or a reader that has gone, which the write says, too.
            case 0, SIGPIPE: break
            case SIGCHLD: noteChanges()
            case SIGWINCH:
                output.copyWindowSizes()
                if end == nil { child.signal(SIGWINCH) }
            case SIGTSTP: stop(with: SIGTSTP)
            case SIGCONT: if !supervision.isPaused, end == nil { child.signal(SIGCONT) }
            default: if end == nil { perform(supervision.receive(number)) }
            }
        }
    }

    private mutating func noteChanges() {
        while end == nil, let change = child.change() {
            switch change {
            case .ended(let end):
                self.end = end
                quietAt = .now + Self.patience
            case .stopped(SIGSTOP): break
            case .stopped(let number):
                if foreground.childStopped(by: number, child) { child.signal(SIGCONT) } else { stop(with: nil) }
            }
        }
    }

    /// Ctrl-Z, or a command that stopped itself: the user's shell sees a stopped job, and `fg` continues both.
    private mutating func stop(with number: Int32?) {
        if end == nil, let number { child.signal(number) }
        foreground.stop(child)
    }

    private func perform(_ actions: [Supervision.Action]) {
        for action in actions {
            switch action {
            case .signal(let number): child.signal(number)
            case .cancelProgress: report.cancel()
            case .say(let text): Console.complain(text)
            }
        }
    }

    /// Whether somebody asked the command to end.
    var wasEnded: Bool { supervision.isEnding }
}
