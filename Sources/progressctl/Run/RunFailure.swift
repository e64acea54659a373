import Glibc

/// Why a command could not be started.
struct RunFailure: Error {
    let line: String
    /// As a shell says it: 127 where there is no such command, 126 where it cannot be run.
    let status: Int32

    init(_ what: String, _ code: Int32) {
        line = "\(what): \(String(cString: strerror(code)))"
        status = code == ENOENT ? 127 : 126
    }
}
