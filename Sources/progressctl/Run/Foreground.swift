import Glibc

/// The terminal that a user types at: whose keys are whose.
///
/// A command whose standard input is the terminal is in its foreground from the beginning, as it is without us, and has all
/// keys. Else Ctrl-C comes to us as long as the command reads nothing: the kernel stops a command in the background that
/// wants to read, or to change the terminal, and then it gets the terminal.
struct Foreground {
    /// The command may have it where standard input is something else. Nil where there is none.
    private let terminal: Descriptor?
    private let ownGroup = getpgrp()
    /// Whether the command has it, or has it again as soon as it continues in the foreground.
    private(set) var isTheCommands: Bool
    private var isGiven: Bool

    /// Whether a command that starts now has it from the beginning. Not in a pipeline, where another one may need it, such
    /// as a pager: that is in our group, and would be stopped.
    static var isTheCommands: Bool {
        isatty(STDIN_FILENO) == 1 && tcgetpgrp(STDIN_FILENO) == getpgrp() && !isPipe(STDOUT_FILENO)
            && !isPipe(STDERR_FILENO)
    }

    private static func isPipe(_ descriptor: Int32) -> Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
    }

    /// - Parameter isTheCommands: the command was started with it.
    init(isTheCommands: Bool) {
        self.isTheCommands = isTheCommands
        isGiven = isTheCommands
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
        isTheCommands = isGiven
        return isGiven
    }

    /// The command continues: it has the terminal again where it had it, and we have it now.
    mutating func giveBack(to child: ChildProcess) {
        guard isTheCommands, !isGiven, let terminal, tcgetpgrp(terminal.number) == ownGroup else { return }
        isGiven = tcsetpgrp(terminal.number, child.id) == 0
    }

    /// Stops this process until the user's shell continues it.
    mutating func stop() {
        takeBack()
        raise(SIGSTOP)
    }

    /// At the end of the command, and while it is stopped: keys that are pressed then are for us.
    mutating func takeBack() {
        guard isGiven, let terminal else { return }
        isGiven = false
        // From the background this would stop us.
        let before = signal(SIGTTOU, SIG_IGN)
        tcsetpgrp(terminal.number, ownGroup)
        signal(SIGTTOU, before)
    }
}
