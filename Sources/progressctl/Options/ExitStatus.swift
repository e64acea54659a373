/// How commands end, beside `run`, which ends as its command does. The help documents them.
enum ExitStatus: Int32 {
    case success = 0
    /// The output could not be written. `wait`: one has failed, or was removed before its end.
    case failed = 1
    /// `report`: the directive is pause.
    case pause = 3
    /// `report`: the directive is cancel.
    case cancel = 4
    /// The command line cannot be read (sysexits.h, like the next ones).
    case usage = 64
    /// The service refuses the request as it is.
    case refused = 65
    /// No such progress.
    case notFound = 66
    /// Nobody answers at the address, or the service cannot do it now.
    case unavailable = 69
    /// The token is missing, or allows too little.
    case forbidden = 77
    /// `wait`: the time is up.
    case timeout = 124
    /// `wait`: one was cancelled.
    case cancelled = 130

    /// For what reports: without 69, because the work continues.
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

/// Why a command ends without having done what it was asked: one line that says what to do, and a status.
struct UserError: Error {
    let line: String
    let status: ExitStatus

    init(_ line: String, _ status: ExitStatus) {
        self.line = line
        self.status = status
    }
}
