import Glibc
import Platform
import ProgressServer

/// Why a service that already runs ends, because it should not have started. Any thread.
final class LateRefusal: Sendable {
    private let reason = Lock<ServerError?>(nil)

    var error: ServerError? { reason.withLock { $0 } }

    /// Ends the wait for a signal. Only the first call counts.
    func end(_ error: ServerError) {
        let isFirst = reason.withLock { reason in
            if reason != nil { return false }
            reason = error
            return true
        }
        if isFirst { kill(getpid(), SIGTERM) }
    }
}
