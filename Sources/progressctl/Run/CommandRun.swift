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
    private var foreground: Foreground
    private var end: CommandEnd?
    /// Whether anything that the command has started may still run; once false, its id may be somebody else's.
    private var hasGroup = true
    /// When what still comes has paused for long enough.
    private var quietAt = ContinuousClock.now
    private var hasComplained = false

    /// What a command leaves running may hold its output open for good. Where it was asked to end, that is heard out until
    /// it pauses; else to its end, as a pipeline of a shell does it.
    private static let patience = Duration.milliseconds(500)
    private static let windowInterval = Duration.milliseconds(500)
    /// Nobody tells us of the end of what the command has left.
    private static let lookAgain = Duration.milliseconds(100)

    init(
        _ child: ChildProcess,
        _ output: CommandOutput,
        _ supervision: Supervision,
        _ report: CommandReport,
        signals: Descriptor,
        foreground: Foreground
    ) {
        self.child = child
        self.foreground = foreground
        self.output = output
        self.supervision = supervision
        self.report = report
        self.signals = signals
    }

    /// Returns when the command has ended and its output is passed on.
    mutating func wait() -> CommandEnd {
        while true {
            poll()
            // Where the command has the terminal, only it is told of another size.
            if foreground.isTheCommands, output.copyWindowSizes() { signal(SIGWINCH) }
            let now = ContinuousClock.now
            if end != nil { hasGroup = hasGroup && child.hasGroup }
            perform(supervision.obey(report.directive, at: now))
            if hasGroup { perform(supervision.tick(at: now)) }
            if let reading = output.look(at: now) { report.show(reading) }
            if let end, isDone(at: now) {
                foreground.takeBack()
                passOnInterruption(end)
                if let reading = output.lookAtLast() { report.show(reading) }
                return end
            }
        }
    }

    /// A key that ended the command was meant for all that run in the foreground, such as the script that has started us.
    private func passOnInterruption(_ end: CommandEnd) {
        if end == .killed(SIGINT), foreground.isTheCommands, !wasEnded { kill(0, SIGINT) }
    }

    private func isDone(at now: ContinuousClock.Instant) -> Bool {
        if isClearing { return false }
        return output.isAtEnd || (wasEnded && quietAt <= now && !output.isHeldUp)
    }

    /// Whether the command has ended by a cancel, and more signals follow for what it has left.
    private var isClearing: Bool { end != nil && hasGroup && supervision.deadline != nil }

    private mutating func poll() {
        var interests = output.interests
        interests.append(pollfd(fd: signals.number, events: Int16(POLLIN), revents: 0))
        guard Glibc.poll(&interests, nfds_t(interests.count), patience) > 0 else { return }
        if interests.removeLast().revents != 0 { handleSignals() }
        let (reading, hasMoved) = output.proceed(interests)
        if let reading { report.show(reading) }
        if hasMoved { quietAt = .now + Self.patience }
        closeUnreadTerminals()
        complainOfLoss()
    }

    /// What writes to a pipe without a reader gets SIGPIPE; a terminal gives it an error, of which it would fail.
    private func closeUnreadTerminals() {
        let terminals = output.unreadTerminals
        if terminals.isEmpty { return }
        signal(SIGPIPE)
        for terminal in terminals { terminal.close() }
    }

    private mutating func complainOfLoss() {
        guard !hasComplained, let loss else { return }
        hasComplained = true
        Console.complain(loss)
    }

    /// Why output was lost; nil if none was, or its reader had gone.
    var loss: String? { output.loss.map { "cannot write the output: \(String(cString: strerror($0)))" } }

    /// Milliseconds until something is due.
    private var patience: Int32 {
        var due = [output.deadline]
        if foreground.isTheCommands { due.append(.now + Self.windowInterval) }
        if hasGroup { due.append(supervision.deadline) }
        if isClearing {
            due.append(.now + Self.lookAgain)
        } else if end != nil && wasEnded && !output.isHeldUp {
            due.append(quietAt)
        }
        guard let next = due.compactMap(\.self).min() else { return -1 }
        return Int32(max(0, (next - .now) / .milliseconds(1) + 1))
    }

    private mutating func handleSignals() {
        for number in SignalPipe.take(from: signals) {
            switch number {
            // Another thread; or a reader that has gone, which the write says, too.
            case 0, SIGPIPE: break
            case SIGCHLD: noteChanges()
            case SIGWINCH:
                _ = output.copyWindowSizes()
                signal(SIGWINCH)
            case SIGTSTP: stop(with: SIGTSTP)
            case SIGCONT: resume()
            default: perform(supervision.receive(number))
            }
        }
    }

    private mutating func noteChanges() {
        while end == nil, let change = child.change() {
            switch change {
            case .ended(let end):
                self.end = end
                hasGroup = child.hasGroup
                quietAt = .now + Self.patience
                supervision.hasten(at: .now)
            case .stopped(SIGSTOP): break
            case .stopped(let number):
                if foreground.childStopped(by: number, child) { child.signal(SIGCONT) } else { stop(with: nil) }
            }
        }
    }

    /// Ctrl-Z, or a command that stopped itself: the user's shell sees a stopped job, and `fg` continues both.
    private mutating func stop(with number: Int32?) {
        if let number { signal(number) }
        foreground.stop()
        // Before anything else is looked at: its stop is no news any more.
        resume()
    }

    private mutating func resume() {
        if supervision.isPaused { return }
        foreground.giveBack(to: child)
        signal(SIGCONT)
    }

    private func signal(_ number: Int32) {
        if hasGroup { child.signal(number) }
    }

    private mutating func perform(_ actions: [Supervision.Action]) {
        if !actions.isEmpty { quietAt = .now + Self.patience }
        for action in actions {
            switch action {
            case .signal(let number):
                if number == SIGSTOP { foreground.takeBack() }
                if number == SIGCONT && end == nil { foreground.giveBack(to: child) }
                signal(number)
            case .cancelProgress: report.cancel()
            case .say(let text): Console.complain(text)
            }
        }
    }

    /// Whether it ended because nobody reads its output any more, as `head` ends what is before it in a pipeline.
    var hasLostReader: Bool { output.hasLostReader }

    /// Whether somebody asked the command to end.
    var wasEnded: Bool { supervision.isEnding }
}
