import Glibc

/// The terminal that a user types at: whose keys are whose.
///
/// Ctrl-C comes to us as long as the command reads nothing. The kernel stops a command in the background that wants to
/// read, or to change the terminal; then it gets the terminal, and all keys, as a job of a shell would have them.
struct Foreground {
    /// The command may have it where standard input is something else. Nil where there is none.
    private let terminal: Descriptor?
    private let ownGroup = getpgrp()
    private var isGiven = false

    init() {
        let number = open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC)
        terminal = number >= 0 ? Descriptor(number) : nil
    }

    /// The child has stopped by itself, or was stopped.
    ///
    /// - Returns: whether it continues at once; else we are to stop, too, and continue it when we are continued.
    mutating func childStopped(by number: Int32, _ child: ChildProcess) -> Bool {
        guard let terminal, number == SIGTTIN || number == SIGTTOU else { return false }
        guard tcgetpgrp(terminal.number) == ownGroup else { return false }
        isGiven = tcsetpgrp(terminal.number, child.id) == 0
        return isGiven
    }

    /// Stops this process until the user's shell continues it.
    mutating func stop() {
        takeBack()
        raise(SIGSTOP)
    }

    /// At the end of the command.
    mutating func takeBack() {
        guard isGiven, let terminal else { return }
        isGiven = false
        // From the background this would stop us.
        let before = signal(SIGTTOU, SIG_IGN)
        tcsetpgrp(terminal.number, ownGroup)
        signal(SIGTTOU, before)
    }
}
