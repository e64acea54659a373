import Glibc
import Platform

/// Does its work whenever that is ordered, on a thread of its own: a file that does not answer, perhaps on a disk that
/// is away, must not keep signals from ending the service. If it is ordered during its work, it works once more.
final class Reloader: Sendable {
    private let bell = Bell()

    init(_ work: @escaping @Sendable () -> Void) {
        let bell = bell
        let thread = Thread {
            while true {
                bell.wait(until: .max)
                work()
            }
        }
        pthread_detach(thread.start())
    }

    func order() { bell.ring() }
}
