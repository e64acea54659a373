import Glibc

/// The terminal that a user types at: decides which process gets the keys.
///
/// A command whose standard input is the terminal is in its foreground from the beginning, as it would be without us,
/// and gets all keys. Otherwise Ctrl-C reaches us until the command wants to read from the terminal, or to change it:
/// the kernel stops a command in the background that does, and then it gets the terminal.
struct Foreground {
    /// The terminal, even if standard input is something else; nil if there is none.
    private let terminal: Descriptor?
    private let ownGroup = getpgrp()
    /// Whether the command has the terminal, or will have it again once it continues in the foreground.
    private(set) var isTheCommands: Bool
    private var isGiven: Bool

    /// Whether a command that starts now gets the terminal from the beginning. In a pipeline it does not: another
    /// command may need it, such as a pager, which is in our group and would be stopped.
    static var isTheCommands: Bool {
        isatty(STDIN_FILENO) == 1 && tcgetpgrp(STDIN_FILENO) == getpgrp() && !isPipe(STDOUT_FILENO)
            && !isPipe(STDERR_FILENO)
    }

    private static func isPipe(_ descriptor: Int32) -> Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
    }

    /// - Parameter isTheCommands: whether the command was started with the terminal.
    init(isTheCommands: Bool) {
        self.isTheCommands = isTheCommands
        isGiven = isTheCommands
        let number = open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC)
        terminal = number >= 0 ? Descriptor(number) : nil
    }

    /// Decides what to do when the child has stopped by itself, or was stopped.
    ///
    /// - Returns: whether to continue it at once; else stop this process, too, and continue it when we are continued.
    mutating func childStopped(by number: Int32, _ child: ChildProcess) -> Bool {
        guard let terminal, number == SIGTTIN || number == SIGTTOU else { return false }
        guard tcgetpgrp(terminal.number) == ownGroup else { return false }
        isGiven = tcsetpgrp(terminal.number, child.id) == 0
        isTheCommands = isGiven
        return isGiven
    }

    /// Gives the terminal back to a command that continues, if it had it before and we have it now.
    mutating func giveBack(to child: ChildProcess) {
        guard isTheCommands, !isGiven, let terminal, tcgetpgrp(terminal.number) == ownGroup else { return }
        isGiven = tcsetpgrp(terminal.number, child.id) == 0
    }

    /// Stops this process until the user's shell continues it.
    mutating func stop() {
        takeBack()
        raise(SIGSTOP)
    }

    /// Takes the terminal back at the end of the command, and while it is stopped: keys pressed then are for us.
    mutating func takeBack() {
        guard isGiven, let terminal else { return }
        isGiven = false
        // The call below would stop us if we are in the background.
        let before = signal(SIGTTOU, SIG_IGN)
        tcsetpgrp(terminal.number, ownGroup)
        signal(SIGTTOU, before)
    }
}
