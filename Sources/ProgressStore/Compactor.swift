import Glibc
import Platform
import ProgressJournal

/// Runs one compaction on a separate thread.
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

    /// - Parameter bell: rung when the outcome is known.
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

    /// nil while it runs.
    var outcome: Outcome? { ended.isRaised ? result : nil }

    func join() { pthread_join(thread, nil) }

    /// Gives up the work, and waits until its thread has ended.
    func stop() {
        stopping.raise()
        join()
    }
}
