import MicroHTTPD
import Platform
import ProgressHTTP
import ProgressRegistry

/// The long answers of one reactor that are being made, in turn. On its reactor's thread only.
struct LongWorkQueue {
    private let sliceNanoseconds: UInt64
    private var works: [(work: LongWork, request: PendingRequest)] = []
    /// Long answers that begin in this turn of the loop share one slice, which ends then; 0 if none has begun.
    private var firstSliceEnd: UInt64 = 0

    init(sliceNanoseconds: UInt64) { self.sliceNanoseconds = sliceNanoseconds }

    var isEmpty: Bool { works.isEmpty }

    /// Takes the first step of `long`, unless the shared slice of this turn is over.
    mutating func begin(_ long: any LongAnswer, into answer: Answer) -> LongAnswerProgress {
        let now = MonotonicClock.now()
        if firstSliceEnd == 0 { firstSliceEnd = now + sliceNanoseconds }
        guard now < firstSliceEnd || sliceNanoseconds == 0 else { return .continues }
        return long.step(TimeSlice(nanoseconds: sliceNanoseconds), into: answer)
    }

    mutating func enter(_ work: LongWork, of request: PendingRequest) { works.append((work, request)) }

    mutating func leave(_ work: LongWork) { works.removeAll { $0.work === work } }

    /// Continues the answers for one slice, oldest first; resumes the exchange of each that is done. Once a turn.
    mutating func turn() {
        firstSliceEnd = 0
        if works.isEmpty { return }
        let slice = TimeSlice(nanoseconds: sliceNanoseconds)
        repeat {
            let (work, request) = works.removeFirst()
            work.step(slice)
            if case .continues = work.progress { works.append((work, request)) } else { request.release(.ready) }
        } while !works.isEmpty && !slice.isOver
    }
}

/// An answer that is made in slices.
final class LongWork {
    private let long: any LongAnswer
    let answer: Answer
    private(set) var progress: LongAnswerProgress
    /// See `HeldReplies.losses`; 0 if nothing is held.
    let losses: UInt64
    /// Held until the group that its reply waits for is known: a hand-over in between would leave that in doubt.
    private var permit: WritePermit?

    /// - Parameters:
    ///   - progress: after the first slice.
    ///   - losses: as they were before it.
    init(
        _ long: any LongAnswer,
        _ answer: Answer,
        _ progress: LongAnswerProgress,
        losses: UInt64,
        _ permit: WritePermit?
    ) {
        self.losses = losses
        if case .continues = progress { self.permit = permit }
        self.long = long
        self.answer = answer
        self.progress = progress
    }

    var kind: CallKind { answer.kind }

    func step(_ slice: TimeSlice) {
        progress = long.step(slice, into: answer)
    }

    /// Its reply is confirmed, or held.
    func endWrite() { permit = nil }
}
