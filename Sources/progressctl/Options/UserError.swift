/// Why a command ends without having done what it was asked: one line that says what to do, and a status.
struct UserError: Error {
    let line: String
    let status: ExitStatus

    init(_ line: String, _ status: ExitStatus) {
        self.line = line
        self.status = status
    }
}
