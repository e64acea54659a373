import Platform
import ProgressRegistry

/// A call with a large body: reads the body slice by slice, outside the gate, then makes the call with what was read.
///
/// The call is made as if it came then: rights and preconditions are those of that moment. A reactor reads one such body
/// after the other, because the values read from it may take many times its size.
final class LargeBodyAnswer: LongAnswer {
    // It points into the exchange's buffers: the reactor's application drops this answer with the exchange.
    private var request: APIRequest?
    /// A batch line's own is gone by then.
    private let path: [UInt8]
    /// Released before the reply is sent, which may take as long as the client likes.
    private var reading: BodyReading?
    private let maker: any CallMaker

    /// Smaller bodies are read at once: some hundred microseconds.
    static let leastByteCount = 16 * 1024
    private static let stepsAtOnce = 16

    /// - Returns: nil if the call reads its body itself: because it is a form, refused, or not one value.
    init?(_ request: APIRequest, _ maker: any CallMaker) {
        let head = request.head
        guard request.reading == nil, !request.isReadAtOnce, !head.bodyIsForm, head.bodyFlaw == nil,
            let form = BodyForm(head.row.call)
        else { return nil }
        let depthLimit = form == .members ? 64 : maker.service.createDepthLimit
        reading = BodyReading(request.body, form, hasKey: head.idempotencyKey != nil, depthLimit: depthLimit)
        path = Array(request.path)
        self.request = request
        self.maker = maker
    }

    func step(_ slice: TimeSlice, into answer: Answer) -> LongAnswerProgress {
        if let first = maker.largeBody, first !== self { return .continues }
        maker.largeBody = self
        repeat {
            for _ in 0..<Self.stepsAtOnce where reading?.step(maker.service.makeID) != true {
                makeCall(answer)
                maker.largeBody = nil
                return .isDone
            }
        } while !slice.isOver
        return .continues
    }

    private func makeCall(_ answer: Answer) {
        guard var request else { return }
        request.reading = reading
        request.now = maker.service.clock.now()
        (self.request, reading) = (nil, nil)
        // A heartbeat, which alone might, does not wait after so large a body.
        request.isLast = true
        path.withUnsafeBufferPointer {
            request.path = $0
            _ = maker.respond(to: &request, into: answer)
        }
    }
}
