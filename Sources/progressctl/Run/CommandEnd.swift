import Glibc

/// How a command ended.
enum CommandEnd: Equatable {
    case exited(Int32)
    case killed(Int32)

    /// What `waitpid` says of a process that has ended.
    init(waitStatus: Int32) {
        let signal = waitStatus & 0x7F
        self = signal == 0 ? .exited((waitStatus >> 8) & 0xFF) : .killed(signal)
    }

    /// As shells say it.
    var status: Int32 {
        switch self {
        case .exited(let status): status
        case .killed(let signal): 128 + signal
        }
    }

    /// Whether Ctrl-C ended it, seen by the command alone.
    var isInterruption: Bool { status == 128 + SIGINT }

    /// Why the progress failed, without a period.
    func reason(_ command: String) -> String {
        switch self {
        case .exited(127): "\(command) ended with status 127, which mostly means that there is no such command"
        case .exited(let status): "\(command) ended with status \(status)"
        case .killed(let signal): "\(command) was ended by \(SignalName(signal).description)"
        }
    }
}
