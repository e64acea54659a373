import Glibc

/// The way in which a command ended.
enum CommandEnd: Equatable {
    case exited(Int32)
    case killed(Int32)

    /// Reads the status that `waitpid` gives for a process that has ended.
    init(waitStatus: Int32) {
        let signal = waitStatus & 0x7F
        self = signal == 0 ? .exited((waitStatus >> 8) & 0xFF) : .killed(signal)
    }

    /// The exit status that a shell would give.
    var status: Int32 {
        switch self {
        case .exited(let status): status
        case .killed(let signal): 128 + signal
        }
    }

    /// Whether it ended as if by a Ctrl-C that reached the command alone.
    var isInterruption: Bool { status == 128 + SIGINT }

    /// The reason why the progress failed, without a period.
    func reason(_ command: String) -> String {
        switch self {
        case .exited(127): "\(command) ended with status 127, which mostly means that there is no such command"
        case .exited(let status): "\(command) ended with status \(status)"
        case .killed(let signal): "\(command) was ended by \(SignalName(signal).description)"
        }
    }
}
