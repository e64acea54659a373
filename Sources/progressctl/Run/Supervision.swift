import Glibc
import ProgressClient

/// Decides what is done to a running command, without touching it: directives and signals in, actions out.
///
/// Cancel is gentle at first: continue, interrupt, 10 s, terminate, 5 s, kill. Some programs clean up on an interrupt,
/// but die at once of a termination and leave their locks behind.
struct Supervision {
    enum Action: Equatable {
        /// Send it to the command and all that it has started.
        case signal(Int32)
        /// The user has ended the command: cancel the progress.
        case cancelProgress
        case say(String)
    }

    typealias Instant = ContinuousClock.Instant

    private static let lastPatience = Duration.seconds(1)

    /// The signals to catch.
    static let signals: [Int32] = [
        SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGTSTP, SIGCONT, SIGWINCH, SIGCHLD, SIGPIPE,
    ]

    /// The signals still to come, each with the time before the next.
    private var ladder: [(number: Int32, patience: Duration)]
    private let obeysPause: Bool
    private(set) var isPaused = false
    /// Whether the command was asked to end, by a directive or a signal.
    private(set) var isEnding = false
    /// The time at which `tick` is due; nil if it is not.
    private(set) var deadline: Instant?

    init(cancelSignal: Int32 = SIGINT, obeysPause: Bool = true) {
        ladder = [(cancelSignal, .seconds(10)), (SIGTERM, .seconds(5)), (SIGKILL, .seconds(5))]
        self.obeysPause = obeysPause
    }

    mutating func obey(_ directive: Directive, at now: Instant) -> [Action] {
        if isEnding { return [] }
        switch directive {
        case .run where isPaused: return unpause()
        case .pause where obeysPause && !isPaused:
            isPaused = true
            return [.signal(SIGSTOP)]
        case .cancel:
            isEnding = true
            return unpause() + climb(at: now)
        case .run, .pause: return []
        }
    }

    /// Returns the actions that are due if the deadline has passed.
    mutating func tick(at now: Instant) -> [Action] {
        guard let deadline, deadline <= now else { return [] }
        return climb(at: now)
    }

    /// Shortens the deadlines once the command has ended: the processes left behind have had their time to clean up.
    mutating func hasten(at now: Instant) {
        ladder = ladder.map { ($0.number, min($0.patience, Self.lastPatience)) }
        deadline = deadline.map { min($0, now + Self.lastPatience) }
    }

    /// Passes a signal that this process got to the command; an interrupt while it is ending kills it at once.
    mutating func receive(_ number: Int32) -> [Action] {
        guard [SIGINT, SIGTERM, SIGHUP, SIGQUIT].contains(number) else { return [.signal(number)] }
        if isEnding && number == SIGINT {
            deadline = nil
            ladder = []
            return unpause() + [.say("interrupted again: killed at once"), .signal(SIGKILL)]
        }
        let isFirst = !isEnding
        isEnding = true
        return (isFirst ? [.cancelProgress] : []) + [.signal(number)] + unpause(always: true)
    }

    private mutating func climb(at now: Instant) -> [Action] {
        guard let step = ladder.first else {
            deadline = nil
            return []
        }
        ladder.removeFirst()
        deadline = ladder.isEmpty ? nil : now + step.patience
        let name = SignalName(step.number).description
        let text =
            ladder.first.map { next in
                "\(name) sent; \(SignalName(next.number).description) follows in \(step.patience.components.seconds) s"
            } ?? "\(name) sent"
        return [.say("cancelled: \(text)"), .signal(step.number), .signal(SIGCONT)]
    }

    private mutating func unpause(always: Bool = false) -> [Action] {
        guard isPaused || always else { return [] }
        isPaused = false
        return [.signal(SIGCONT)]
    }
}
