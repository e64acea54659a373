import Glibc
import Platform

/// Does its work whenever that is ordered, on a thread of its own: a file that does not answer, on a disk that is away
/// perhaps, must not keep signals from ending the service. What is ordered while it works is done once more.
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
