import Glibc
import Platform
import ProgressJournal

/// Runs one compaction on a thread of its own.
final class Compactor: @unchecked Sendable {
    // @unchecked: 1. `result` is written before `ended` is raised and read after; 2. `thread` is set before `init` ends.
    enum Outcome {
        case snapshot(Compaction.Snapshot?)
        case failure(JournalError)
    }

    let compaction: Compaction
    private let stopping = Flag()
    private let ended = Flag()
    private var result: Outcome?
    private var thread = pthread_t()

    /// - Parameter bell: rung at the end.
    init(_ compaction: Compaction, _ bell: Bell) {
        self.compaction = compaction
        thread = Thread { [self] in
            do throws(JournalError) {
                result = .snapshot(try compaction.run(while: { !stopping.isRaised }))
            } catch {
                result = .failure(error)
            }
            ended.raise()
            bell.ring()
        }
        .start()
    }

    /// nil: it goes on.
    var outcome: Outcome? { ended.isRaised ? result : nil }

    func join() { pthread_join(thread, nil) }

    /// Gives the work up, and waits until nothing of it goes on.
    func stop() {
        stopping.raise()
        join()
    }
}
