import Glibc
import ProgressClient
import ProgressParsers

/// The loop of `run`: waits for output, signals, directives and deadlines, and passes each to the part that decides.
struct CommandRun {
    private let child: ChildProcess
    private let report: CommandReport
    private let signals: Descriptor
    private var output: CommandOutput
    private var supervision: Supervision
    private var foreground: Foreground
    private var end: CommandEnd?
    /// Whether any process of the command's group may still run; once false, its id may belong to another one.
    private var hasGroup = true
    /// The time at which the output has paused for long enough.
    private var quietAt = ContinuousClock.now
    private var hasComplained = false

    /// Processes left behind may keep the output open forever. After a request to end, we read until it pauses for this
    /// long; otherwise until it closes, like a shell pipeline.
    private static let patience = Duration.milliseconds(500)
    private static let windowInterval = Duration.milliseconds(500)
    /// The interval of checks for processes left behind, whose end brings no signal.
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
            // If the command has the terminal, only its group is signaled when the size changes.
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

    /// A key that ended the command was meant for everything in the foreground, such as the script that has started us.
    private func passOnInterruption(_ end: CommandEnd) {
        if end == .killed(SIGINT), foreground.isTheCommands, !wasEnded { kill(0, SIGINT) }
    }

    private func isDone(at now: ContinuousClock.Instant) -> Bool {
        if isClearing { return false }
        return output.isAtEnd || (wasEnded && quietAt <= now && !output.isHeldUp)
    }

    /// Whether the command has ended after a cancel, and more signals follow for the processes that it has left.
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

    /// A pipe without a reader raises SIGPIPE; a terminal only returns an error, of which the command would fail.
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

    /// The reason why output was lost; nil if none was, or its reader was gone.
    var loss: String? { output.loss.map { "cannot write the output: \(String(cString: strerror($0)))" } }

    /// Milliseconds until something is due; -1 if nothing is.
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
            // A wake-up by another thread; or a reader that is gone, which the write reports, too.
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

    /// Stops us with the command, after Ctrl-Z or because it stopped itself: the user's shell sees a stopped job, and
    /// `fg` continues both.
    private mutating func stop(with number: Int32?) {
        if let number { signal(number) }
        foreground.stop()
        // Do this before anything else: by now, the reported stop is outdated.
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

    /// Whether the reader of its output is gone, as when `head` ends the commands before it in a pipeline.
    var hasLostReader: Bool { output.hasLostReader }

    /// Whether the command was asked to end, by a directive or a signal.
    var wasEnded: Bool { supervision.isEnding }
}
