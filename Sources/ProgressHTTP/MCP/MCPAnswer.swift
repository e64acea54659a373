import ProgressRegistry

/// The result of a tool whose call takes several slices.
final class MCPAnswer: LongAnswer {
    private let id: [UInt8]
    private let long: any LongAnswer
    private let caller: InnerCaller
    private var body: [UInt8] = []

    /// - Parameter id: of the request, as JSON.
    init(_ id: [UInt8], _ long: any LongAnswer, _ caller: InnerCaller) {
        self.id = id
        self.long = long
        self.caller = caller
    }

    func step(_ slice: TimeSlice, into answer: Answer) -> LongAnswerProgress {
        repeat {
            let progress = long.step(slice, into: caller.answer)
            if case .isDone = progress {
                body += caller.answer.body
                MCPReply.write(MCPResult(body, caller.answer), id, answer)
                return .isDone
            }
            if case .streams = progress {
                body += caller.answer.body
                caller.answer.body.removeAll(keepingCapacity: true)
            }
            if body.count > InnerCaller.readableByteCount {
                MCPReply.write(MCPResult(body, caller.answer), id, answer)
                return .isDone
            }
        } while !slice.isOver
        return .continues
    }
}
