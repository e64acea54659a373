import ProgressRegistry
import Testing

@testable import ProgressHTTP
@testable import ProgressServer
@testable import ProgressStore

/// A write that is executed in slices, while its replica hands over the office.
struct LongWriteTests {
    private final class TwoSlices: LongAnswer {
        private var count = 0

        func step(_ slice: TimeSlice, into answer: Answer) -> LongAnswerProgress {
            count += 1
            return count < 2 ? .continues : .isDone
        }
    }

    @Test func `a hand-over waits until the group is known that its reply waits for`() {
        let status = ClusterStatus(hurry: {})
        status.noteLease(until: 100)
        let work = LongWork(TwoSlices(), Answer(), .continues, losses: 0, WritePermit(status, now: 1))
        let slice = TimeSlice(nanoseconds: 1_000_000)

        work.step(slice)
        let meanwhile = status.isWriting
        work.step(slice)
        let afterwards = status.isWriting
        work.endWrite()

        #expect(meanwhile && afterwards && !status.isWriting)
    }
}
