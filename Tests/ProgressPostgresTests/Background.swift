import Glibc
import Platform

/// Something that happens while the test's thread waits for the log.
final class Background {
    private let thread: pthread_t

    init(_ body: @escaping @Sendable () throws -> Void) {
        thread = Thread {
            do { try body() } catch { preconditionFailure("nothing goes wrong beside the test: \(error)") }
        }.start()
    }

    func join() { pthread_join(thread, nil) }
}
