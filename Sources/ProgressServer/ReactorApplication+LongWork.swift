import MicroHTTPD
import Platform
import ProgressHTTP
import ProgressRegistry

/// Answers that take longer than a slice.
extension ReactorApplication {
    func begin(_ long: any LongAnswer, _ exchange: Exchange) -> Reply {
        let length = service.configuration.sliceNanoseconds
        let now = MonotonicClock.now()
        if firstSliceEnd == 0 { firstSliceEnd = now + length }
        var progress = LongAnswerProgress.continues
        // Those that come in one turn share one slice; the others begin with the next.
        if now < firstSliceEnd || length == 0 {
            progress = long.step(TimeSlice(nanoseconds: length), into: endpoints.answer)
            if case .isDone = progress, endpoints.answer.pieces.isEmpty {
                return .response(response(endpoints.answer, exchange))
            }
        }
        let work = LongWork(long, endpoints.giveAwayAnswer(), exchange)
        work.progress = progress
        exchange.context = work
        if case .continues = progress { works.append(work) }
        return reply(to: exchange, work)
    }

    func goOnWorking() {
        let slice = TimeSlice(nanoseconds: service.configuration.sliceNanoseconds)
        while let work = works.takeFirst() {
            work.progress = work.long.step(slice, into: work.answer)
            if case .continues = work.progress { works.append(work) } else { work.exchange.resume() }
            if slice.isOver { return }
        }
    }

    func reply(to exchange: Exchange, _ work: LongWork) -> Reply {
        let answer = work.answer
        switch work.progress {
        case .continues: return .work
        case .isDone: return .response(response(answer, exchange))
        case .streams(let rest):
            var begun: [UInt8]? = answer.body
            let content = Content(for: exchange) {
                defer { begun = nil }
                return begun ?? rest()
            }
            return .response(response(answer, exchange, content))
        }
    }

    /// A long body is handed over in its pieces instead of being copied at once.
    func response(ofPieces answer: Answer, _ exchange: Exchange) -> Response {
        var pieces = answer.pieces
        if !answer.body.isEmpty { pieces.append(answer.body) }
        let count = pieces.reduce(0) { $0 + $1.count }
        var position = 0
        let content = Content(for: exchange, byteCount: count) {
            if position == pieces.count { return nil }
            defer {
                pieces[position] = []
                position += 1
            }
            return pieces[position]
        }
        return response(answer, exchange, content)
    }
}
