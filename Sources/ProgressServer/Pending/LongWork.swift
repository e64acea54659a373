import MicroHTTPD
import ProgressHTTP
import ProgressRegistry

/// An answer that is made in slices.
final class LongWork {
    private let long: any LongAnswer
    let answer: Answer
    private(set) var progress: LongAnswerProgress
    /// See `HeldReplies.losses`; 0 if nothing is held.
    let losses: UInt64
    /// Until it is done.
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
        if case .continues = progress { return }
        permit = nil
    }
}
