/// The exit statuses of all commands but `run`, which ends as its command does. The help documents them.
enum ExitStatus: Int32 {
    case success = 0
    /// The output could not be written. `wait`: a progress has failed, or was removed before its end.
    case failed = 1
    /// `report`: the directive is pause.
    case pause = 3
    /// `report`: the directive is cancel.
    case cancel = 4
    /// The command line cannot be read (sysexits.h, like the next ones).
    case usage = 64
    /// The service refuses the request as it is.
    case refused = 65
    /// There is no such progress.
    case notFound = 66
    /// The service does not answer at its address, or cannot do it now.
    case unavailable = 69
    /// The token is missing, or allows too little.
    case forbidden = 77
    /// `wait`: the time is up.
    case timeout = 124
    /// `wait`: a progress was cancelled.
    case cancelled = 130

    /// For commands that report: without 69, because the work continues.
    static let reportExplanation = """
        Exit status: 0 done; 64 the command line cannot be read; 65 the service refuses the request; 66 no such \
        progress; 77 the token is missing or allows too little.
        """

    static let explanation = """
        Exit status: 0 done; 1 the output could not be written; 64 the command line cannot be read; 65 the service \
        refuses the request; 66 no such progress; 69 the service cannot be reached, or is too busy; 77 the token is \
        missing or allows too little.
        """
}

/// The reason why a command could not do its task: a line that says what to do, and an exit status.
struct UserError: Error {
    let line: String
    let status: ExitStatus

    init(_ line: String, _ status: ExitStatus) {
        self.line = line
        self.status = status
    }
}
