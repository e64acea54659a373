import Glibc

/// The terminal that a user types at: whose keys are whose.
///
/// Ctrl-C comes to us as long as the command reads nothing. The kernel stops a command in the background that wants to
/// read, or to change the terminal; then it gets the terminal, and all keys, as a job of a shell would have them.
struct Foreground {
    private let hasTerminal = isatty(STDIN_FILENO) == 1
    private let ownGroup = getpgrp()
    private var isGiven = false

    /// The child has stopped by itself, or was stopped.
    ///
    /// - Returns: whether it continues at once; else we are to stop, too, and continue it when we are continued.
    mutating func childStopped(by number: Int32, _ child: ChildProcess) -> Bool {
        guard hasTerminal, number == SIGTTIN || number == SIGTTOU else { return false }
        guard tcgetpgrp(STDIN_FILENO) == ownGroup else { return false }
        isGiven = tcsetpgrp(STDIN_FILENO, child.id) == 0
        return isGiven
    }

    /// Stops this process until the user's shell continues it.
    mutating func stop(_ child: ChildProcess) {
        takeBack()
        kill(getpid(), SIGSTOP)
    }

    /// At the end of the command.
    mutating func takeBack() {
        guard isGiven else { return }
        isGiven = false
        // From the background this would stop us.
        let before = signal(SIGTTOU, SIG_IGN)
        tcsetpgrp(STDIN_FILENO, ownGroup)
        signal(SIGTTOU, before)
    }
}
