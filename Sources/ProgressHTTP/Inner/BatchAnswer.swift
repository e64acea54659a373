import MicroHTTPD
import Platform
import ProgressCore
import ProgressRegistry
import ProgressTelemetry
import ProgressWire

/// Answers the lines of a batch in order, some per slice; each line is atomic by itself.
final class BatchAnswer: LongAnswer {
    private let maker: any CallMaker
    // Both point into the exchange's buffers: the reactor's application drops this answer with the exchange.
    private var lines: BatchLines
    private var hasFoundLines = false
    private let path: UnsafeBufferPointer<UInt8>
    /// The sender of the batch, and its right, for lines without a token.
    private let sender: (permit: Permit?, user: String?, client: PeerAddress?)
    private var position = 0
    private let lineAnswer = Answer()
    /// A line that takes several slices.
    private var long: (any LongAnswer)?
    private var hasBegunLine = false
    private var longLine = LongLine()
    private var byteCount = 0
    /// The tags of the lines' log entries; nil if lines are not logged.
    private let tags: RequestTags?
    private var method = Method.other
    private var repeated: RepeatedLine?
    private var heads = LineHeads()

    /// After this many bytes, reads are refused and writes answered without a body.
    private static let replyLimit = 64 << 20
    private static let pieceByteCount = 256 * 1024
    /// The size of the reply to a line without a body.
    private static let usualReplyByteCount = 192

    /// `POST /v1/batch`.
    init(_ request: APIRequest, _ answer: Answer, _ maker: any CallMaker) throws(RequestError) {
        try request.checkBodyType()
        lines = BatchLines(request.body, limit: maker.service.configuration.maximumBatchLines)
        path = request.sentPath
        sender = (request.permit, maker.service.user(of: request), maker.service.client(of: request))
        self.maker = maker
        if maker.service.log.tellsBatchLines, case .exchange(let exchange) = request.headers {
            let id = request.head.requestID ?? RequestTags.madeID(maker.service.makeID())
            answer.requestID = id
            tags = RequestTags(id: id, trace: RequestTags.trace(exchange))
        } else {
            tags = nil
        }
        answer.contentType = "application/x-ndjson"
    }

    func step(_ slice: TimeSlice, into answer: Answer) -> LongAnswerProgress {
        do throws(RequestError) {
            if !hasFoundLines {
                guard try findLines(slice, answer) else { return .continues }
            }
        } catch {
            maker.writeProblem(error, path: path, answer)
            return .isDone
        }
        let now = maker.service.clock.now()
        let lines = lines.found
        repeat {
            if let long {
                resume(long, slice, answer)
            } else {
                guard position < lines.count else { return .isDone }
                let line = lines[position]
                if line.count >= LongLine.leastByteCount, !longLine.read(line, bodyLimit: bodyLimit, slice) {
                    return .continues
                }
                begin(line, now: now, slice, answer)
            }
            if answer.body.count >= Self.pieceByteCount {
                byteCount += answer.body.count
                answer.pieces.append(answer.body)
                answer.body = []
                answer.body.reserveCapacity(Self.pieceByteCount + 4_096)
            }
            // It has used the slice, or waits for others, which get what is left of it.
            if long != nil { return .continues }
        } while !slice.isOver
        return position == lines.count ? .isDone : .continues
    }

    /// - Returns: whether all are found; a batch with too many is refused before one is carried out.
    private func findLines(_ slice: TimeSlice, _ answer: Answer) throws(RequestError) -> Bool {
        while try lines.step() {
            if slice.isOver { return false }
        }
        hasFoundLines = true
        answer.body.reserveCapacity(min(lines.found.count * Self.usualReplyByteCount, Self.pieceByteCount))
        return true
    }

    private var bodyLimit: Int { maker.service.configuration.maximumBodyBytes }

    private func begin(_ line: UnsafeBufferPointer<UInt8>, now: Int64, _ slice: TimeSlice, _ answer: Answer) {
        let isFull = byteCount + answer.body.count > Self.replyLimit
        long = perform(line, now: now, isFull: isFull)
        if let long { return resume(long, slice, answer) }
        if isFull && lineAnswer.status < 300 { lineAnswer.body.removeAll() }
        heads.append(lineAnswer, to: &answer.body)
        finishLine(answer)
    }

    private func resume(_ long: any LongAnswer, _ slice: TimeSlice, _ answer: Answer) {
        let progress = long.step(slice, into: lineAnswer)
        if case .continues = progress, !hasBegunLine { return }
        if !hasBegunLine { heads.append(lineAnswer, to: &answer.body) }
        hasBegunLine = true
        if case .isDone = progress { return finishLine(answer) }
        answer.body.append(contentsOf: lineAnswer.body)
        lineAnswer.body.removeAll(keepingCapacity: true)
    }

    private func finishLine(_ answer: Answer) {
        maker.metrics.answeredLine(status: lineAnswer.status)
        if let tags { log(tags) }
        if !lineAnswer.body.isEmpty {
            answer.body.append(contentsOf: lineAnswer.body)
            lineAnswer.body.removeAll(keepingCapacity: true)
        }
        answer.body.append("}\n")
        long = nil
        hasBegunLine = false
        position += 1
    }

    private func log(_ tags: RequestTags) {
        maker.service.log.answeredBatchLine(
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

    /// Answers one line into `lineAnswer`; returns what is left to do, if the line takes several slices.
    private func perform(_ bytes: UnsafeBufferPointer<UInt8>, now: Int64, isFull: Bool) -> (any LongAnswer)? {
        lineAnswer.kind = .unknown
        method = .other
        let isLong = bytes.count >= LongLine.leastByteCount
        if !isLong, let (head, path, headers, body) = repeated?.match(bytes) {
            method = head.method
            do throws(RequestError) {
                try checkSizes(body, isFull: isFull)
                return answer(head, path: path, body: body, headers, now: now)
            } catch {
                maker.writeProblem(error, path: path, lineAnswer)
                return nil
            }
        }
        let line: BatchLine
        do throws(BatchLineError) {
            line = try isLong ? longLine.take() : BatchLine(bytes, bodyLimit: bodyLimit)
        } catch {
            maker.writeProblem(RequestError(error), path: path, lineAnswer)
            return nil
        }
        method = Method(name: line.method)
        guard var path = line.unescapedPath else {
            return perform(line, target: UnsafeBufferPointer(rebasing: bytes[line.path]), in: bytes, now, isFull)
        }
        return path.withUTF8 { perform(line, target: $0, in: bytes, now, isFull) }
    }

    /// Performs a line that does not repeat the one before.
    private func perform(
        _ line: BatchLine,
        target: UnsafeBufferPointer<UInt8>,
        in bytes: UnsafeBufferPointer<UInt8>,
        _ now: Int64,
        _ isFull: Bool
    ) -> (any LongAnswer)? {
        let mark = target.firstIndex(of: UInt8(ascii: "?"))
        let path = UnsafeBufferPointer(rebasing: target[..<(mark ?? target.count)])
        let query = mark.map { UnsafeBufferPointer(rebasing: target[($0 + 1)...]) }
        let body = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[line.body ?? 0..<0])
        do throws(RequestError) {
            try checkSizes(body, isFull: isFull)
            let head = try maker.head(ofLine: .line(line.headers), method, path: path, query: query)
            repeated = RepeatedLine(line, in: bytes, head: head)
            return answer(head, path: path, body: body, line.headers, now: now)
        } catch {
            maker.writeProblem(error, path: path, lineAnswer)
            return nil
        }
    }

    private func checkSizes(_ body: UnsafeRawBufferPointer, isFull: Bool) throws(RequestError) {
        if body.count > bodyLimit { throw .bodyTooLarge(limit: bodyLimit) }
        if isFull && (method == .get || method == .head) { throw .replyTooLarge(limit: Self.replyLimit) }
    }

    private func answer(
        _ head: CallHead,
        path: UnsafeBufferPointer<UInt8>,
        body: UnsafeRawBufferPointer,
        _ headers: LineHeaders,
        now: Int64
    ) -> (any LongAnswer)? {
        var request = APIRequest(head, path: path, body: body, headers: .line(headers), now: now)
        request.permit = sender.permit
        request.userOfBatch = sender.user
        request.clientOfBatch = sender.client
        request.isLast = true
        let outcome = maker.respond(to: &request, into: lineAnswer)
        if case .continues(let long) = outcome, method != .head { return long }
        if method == .head { lineAnswer.body.removeAll() }
        return nil
    }
}
