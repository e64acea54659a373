import MicroHTTPD
import Platform
import ProgressCore
import ProgressRegistry
import ProgressWire

/// The lines of a batch, some in each slice; each line is atomic by itself.
final class BatchAnswer: LongAnswer {
    private let endpoints: Endpoints
    // Valid as long as the exchange: the reactor's application lets go of this when the exchange is completed.
    private let lines: [UnsafeBufferPointer<UInt8>]
    private let path: UnsafeBufferPointer<UInt8>
    /// What the batch came with; lines without a token of their own have it.
    private let permit: Permit?
    private var position = 0
    private let lineAnswer = Answer()
    /// A line that takes longer, its reply begun or not.
    private var long: (any LongAnswer)?
    private var hasBegunLine = false
    private var byteCount = 0
    /// What the log says of each line; nil where it says nothing.
    private let tags: RequestTags?
    private var method = Method.other

    /// Bytes after which reads are refused and writes answered without a body.
    private static let replyLimit = 64 << 20
    private static let pieceByteCount = 256 * 1024

    init(
        _ lines: [UnsafeBufferPointer<UInt8>],
        path: UnsafeBufferPointer<UInt8>,
        permit: Permit?,
        tags: RequestTags?,
        _ endpoints: Endpoints
    ) {
        self.tags = tags
        self.lines = lines
        self.path = path
        self.permit = permit
        self.endpoints = endpoints
    }

    func step(_ slice: TimeSlice, into answer: Answer) -> LongAnswerProgress {
        let now = endpoints.service.clock.now()
        repeat {
            if let long {
                goOn(long, slice, answer)
            } else {
                guard position < lines.count else { return .isDone }
                begin(lines[position], now: now, slice, answer)
            }
            if answer.body.count >= Self.pieceByteCount {
                byteCount += answer.body.count
                answer.pieces.append(answer.body)
                answer.body = []
                answer.body.reserveCapacity(Self.pieceByteCount + 4_096)
            }
        } while !slice.isOver
        return long == nil && position == lines.count ? .isDone : .goesOn
    }

    private func begin(_ line: UnsafeBufferPointer<UInt8>, now: Int64, _ slice: TimeSlice, _ answer: Answer) {
        let isFull = byteCount + answer.body.count > Self.replyLimit
        long = perform(line, now: now, isFull: isFull)
        if let long { return goOn(long, slice, answer) }
        if isFull && lineAnswer.status < 300 { lineAnswer.body.removeAll() }
        answer.body.appendLineHead(lineAnswer)
        finishLine(answer)
    }

    private func goOn(_ long: any LongAnswer, _ slice: TimeSlice, _ answer: Answer) {
        let progress = long.step(slice, into: lineAnswer)
        if case .goesOn = progress, !hasBegunLine { return }
        if !hasBegunLine { answer.body.appendLineHead(lineAnswer) }
        hasBegunLine = true
        if case .isDone = progress { return finishLine(answer) }
        answer.body.append(contentsOf: lineAnswer.body)
        lineAnswer.body.removeAll(keepingCapacity: true)
    }

    private func finishLine(_ answer: Answer) {
        endpoints.metrics.answeredLine(status: lineAnswer.status)
        if let tags { log(tags) }
        answer.body.append(contentsOf: lineAnswer.body)
        answer.body.append("}\n")
        lineAnswer.body.removeAll(keepingCapacity: true)
        long = nil
        hasBegunLine = false
        position += 1
    }

    private func log(_ tags: RequestTags) {
        endpoints.service.log.answeredBatchLine(
            RequestFacts(
                method: method,
                kind: lineAnswer.kind,
                status: lineAnswer.status,
                byteCount: nil,
                nanoseconds: nil,
                progress: lineAnswer.progress,
                problem: lineAnswer.problem,
                tags: tags
            )
        )
    }

    /// Answers one line into `lineAnswer`; the result is what is left to do.
    private func perform(_ bytes: UnsafeBufferPointer<UInt8>, now: Int64, isFull: Bool) -> (any LongAnswer)? {
        lineAnswer.kind = .unknown
        method = .other
        let line: BatchLine
        do {
            line = try BatchLine(bytes)
        } catch {
            endpoints.fail(.body(error), path: path, lineAnswer)
            return nil
        }
        var target = line.path
        return target.withUTF8 { target in
            let mark = target.firstIndex(of: UInt8(ascii: "?"))
            let body = line.body.map { UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[$0]) }
            let call = APIRequest(
                method: Method(name: line.method),
                path: UnsafeBufferPointer(rebasing: target[..<(mark ?? target.count)]),
                query: mark.map { UnsafeBufferPointer(rebasing: target[($0 + 1)...]) },
                body: body ?? UnsafeRawBufferPointer(start: nil, count: 0),
                headers: .line(line.headers),
                now: now,
                permit: permit
            )
            method = call.method
            let limit = endpoints.configuration.maximumBodyBytes
            if call.body.count > limit {
                endpoints.fail(.bodyTooLarge(limit: limit), call, lineAnswer)
                return nil
            }
            if isFull && (call.method == .get || call.method == .head) {
                endpoints.fail(.replyTooLarge(limit: Self.replyLimit), call, lineAnswer)
                return nil
            }
            let outcome = endpoints.respond(to: call, resumed: false, isLast: true, into: lineAnswer)
            if case .continues(let long) = outcome, call.method != .head { return long }
            if call.method == .head { lineAnswer.body.removeAll() }
            return nil
        }
    }
}

extension [UInt8] {
    /// Opens the reply to one line, up to its body if there is to be one.
    fileprivate mutating func appendLineHead(_ answer: Answer) {
        append("{\"status\":")
        appendJSON(answer.status)
        append(",\"headers\":{")
        var isFirst = true
        answer.forEachHeader(
            fixed: { name, value in
                if !isFirst { append(",") }
                isFirst = false
                append("\"")
                append(name)
                append("\":\"")
                append(value)
                append("\"")
            },
            made: { name, value in
                if !isFirst { append(",") }
                isFirst = false
                append("\"")
                append(name)
                append("\":")
                value.withUnsafeBufferPointer { appendJSON(utf8: $0) }
            }
        )
        append("}")
        if !answer.body.isEmpty { append(",\"body\":") }
    }
}
