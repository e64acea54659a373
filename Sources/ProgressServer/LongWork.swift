import MicroHTTPD
import ProgressHTTP
import ProgressRegistry

/// A parked exchange whose answer is made in slices.
final class LongWork {
    unowned let exchange: Exchange
    private let long: any LongAnswer
    private let answer: Answer
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
        _ exchange: Exchange,
        _ progress: LongAnswerProgress,
        losses: UInt64,
        _ permit: WritePermit?
    ) {
        self.losses = losses
        if case .continues = progress { self.permit = permit }
        self.long = long
        self.answer = answer
        self.exchange = exchange
        self.progress = progress
    }

    var kind: CallKind { answer.kind }

    func step(_ slice: TimeSlice) {
        progress = long.step(slice, into: answer)
        if case .continues = progress { return }
        permit = nil
    }

    func reply(_ responder: Responder) -> Reply {
        switch progress {
        case .continues: return .work
        case .isDone: return .response(responder.response(answer, exchange))
        case .streams(let rest):
            var begun: [UInt8]? = answer.body
            // Only JSON is streamed here; it ends as shorter JSON does.
            var end: [UInt8]? = [UInt8(ascii: "\n")]
            let content = Content(for: exchange) {
                if let piece = begun ?? rest() {
                    begun = nil
                    return piece
                }
                defer { end = nil }
                return end
            }
            return .response(responder.response(answer, exchange, content))
        }
    }
}
