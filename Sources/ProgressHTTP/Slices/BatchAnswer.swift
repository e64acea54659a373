import MicroHTTPD
import Platform
import ProgressCore
import ProgressRegistry
import ProgressTelemetry
import ProgressWire

/// Answers the lines of a batch in order, some per slice; each line is atomic by itself.
final class BatchAnswer: LongAnswer {
    private let endpoints: Endpoints
    // Both point into the exchange's buffers: the reactor's application drops this answer with the exchange.
    private let lines: [UnsafeBufferPointer<UInt8>]
    private let path: UnsafeBufferPointer<UInt8>
    /// The batch's own right, for lines without a token.
    private let permit: Permit?
    private let user: String?
    private var position = 0
    private let lineAnswer = Answer()
    /// A line that takes several slices.
    private var long: (any LongAnswer)?
    private var hasBegunLine = false
    private var byteCount = 0
    /// The tags of the lines' log entries; nil if lines are not logged.
    private let tags: RequestTags?
    private var method = Method.other

    /// After this many bytes, reads are refused and writes answered without a body.
    private static let replyLimit = 64 << 20
    private static let pieceByteCount = 256 * 1024

    /// `POST /v1/batch`.
    init(_ request: APIRequest, _ answer: Answer, _ endpoints: Endpoints) throws(RequestError) {
        try request.checkBodyType()
        lines = try BatchLines.split(request.body, limit: endpoints.service.configuration.maximumBatchLines)
        path = request.path
        permit = request.permit
        user = endpoints.service.user(of: request)
        self.endpoints = endpoints
        if endpoints.service.log.tellsBatchLines, case .exchange(let exchange) = request.headers {
            let id = request.head.requestID ?? RequestTags.madeID(endpoints.service.makeID())
            answer.requestID = id
            tags = RequestTags(id: id, trace: RequestTags.trace(exchange))
        } else {
            tags = nil
        }
        answer.contentType = "application/x-ndjson"
    }

    func step(_ slice: TimeSlice, into answer: Answer) -> LongAnswerProgress {
        let now = endpoints.service.clock.now()
        repeat {
            if let long {
                resume(long, slice, answer)
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
        return long == nil && position == lines.count ? .isDone : .continues
    }

    private func begin(_ line: UnsafeBufferPointer<UInt8>, now: Int64, _ slice: TimeSlice, _ answer: Answer) {
        let isFull = byteCount + answer.body.count > Self.replyLimit
        long = perform(line, now: now, isFull: isFull)
        if let long { return resume(long, slice, answer) }
        if isFull && lineAnswer.status < 300 { lineAnswer.body.removeAll() }
        answer.body.appendLineHead(lineAnswer)
        finishLine(answer)
    }

    private func resume(_ long: any LongAnswer, _ slice: TimeSlice, _ answer: Answer) {
        let progress = long.step(slice, into: lineAnswer)
        if case .continues = progress, !hasBegunLine { return }
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

    /// Answers one line into `lineAnswer`; returns what is left to do, if the line takes several slices.
    private func perform(_ bytes: UnsafeBufferPointer<UInt8>, now: Int64, isFull: Bool) -> (any LongAnswer)? {
        lineAnswer.kind = .unknown
        method = .other
        let line: BatchLine
        do {
            line = try BatchLine(bytes)
        } catch {
            endpoints.writeProblem(.body(error), path: path, lineAnswer)
            return nil
        }
        method = Method(name: line.method)
        var target = line.path
        return target.withUTF8 { target in
            let mark = target.firstIndex(of: UInt8(ascii: "?"))
            let path = UnsafeBufferPointer(rebasing: target[..<(mark ?? target.count)])
            let query = mark.map { UnsafeBufferPointer(rebasing: target[($0 + 1)...]) }
            let body = line.body.map { UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[$0]) }
            return perform(path, query, body ?? UnsafeRawBufferPointer(start: nil, count: 0), line, now, isFull)
        }
    }

    private func perform(
        _ path: UnsafeBufferPointer<UInt8>,
        _ query: UnsafeBufferPointer<UInt8>?,
        _ body: UnsafeRawBufferPointer,
        _ line: BatchLine,
        _ now: Int64,
        _ isFull: Bool
    ) -> (any LongAnswer)? {
        let isRead = method == .get || method == .head
        do throws(RequestError) {
            let limit = endpoints.service.configuration.maximumBodyBytes
            if body.count > limit { throw .bodyTooLarge(limit: limit) }
            if isFull && isRead { throw .replyTooLarge(limit: Self.replyLimit) }
            let headers = CallHeaders.line(line.headers)
            let head = try endpoints.head(ofLine: headers, method, path: path, query: query)
            var request = APIRequest(head, path: path, body: body, headers: headers, now: now)
            request.permit = permit
            request.userOfBatch = user
            request.isLast = true
            let outcome = endpoints.respond(to: &request, into: lineAnswer)
            if case .continues(let long) = outcome, method != .head { return long }
            if method == .head { lineAnswer.body.removeAll() }
        } catch {
            endpoints.writeProblem(error, path: path, lineAnswer)
        }
        return nil
    }
}

extension Method {
    /// A method by its HTTP name, which is case-sensitive.
    init(name: String) {
        switch name {
        case "GET": self = .get
        case "HEAD": self = .head
        case "POST": self = .post
        case "PUT": self = .put
        case "PATCH": self = .patch
        case "DELETE": self = .delete
        case "OPTIONS": self = .options
        default: self = .other
        }
    }
}

extension [UInt8] {
    /// Opens the reply to one line, up to its body if it has one.
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
