import MicroHTTPD
import ProgressCore
import ProgressWire

extension Endpoints {
    /// `POST /v1/batch`: many calls in one body, each by itself, answered in their order.
    func batch(_ request: APIRequest, _ answer: Answer) throws(RequestError) {
        let isRead = request.withHeader("content-type") { value in
            value.map { MediaType.matches($0, "application/x-ndjson") } ?? true
        }
        if !isRead {
            throw .unsupportedMediaType(
                found: request.header("content-type") ?? "",
                expected: "application/x-ndjson"
            )
        }
        let bytes = request.body.assumingMemoryBound(to: UInt8.self)
        let lines = bytes.split(separator: UInt8(ascii: "\n")).filter { line in
            line.contains { $0 != 32 && $0 != 9 && $0 != 13 }
        }
        if lines.count > configuration.maximumBatchLines {
            throw .tooManyLines(limit: configuration.maximumBatchLines)
        }
        answer.contentType = "application/x-ndjson"
        for line in lines {
            let isFull = answer.body.count > Self.replyLimit
            perform(UnsafeBufferPointer(rebasing: line), of: request, isFull: isFull)
            if isFull && lineAnswer.status < 300 { lineAnswer.body.removeAll() }
            append(lineAnswer, to: &answer.body)
        }
    }

    /// Bytes after which reads are refused and writes answered without a body.
    private static let replyLimit = 64 << 20

    /// Answers one line into `lineAnswer`.
    private func perform(_ bytes: UnsafeBufferPointer<UInt8>, of request: APIRequest, isFull: Bool) {
        let line: BatchLine
        do {
            line = try BatchLine(bytes)
        } catch {
            fail(.body(error), request, lineAnswer)
            return
        }
        var path = line.path
        path.withUTF8 { target in
            let mark = target.firstIndex(of: UInt8(ascii: "?"))
            let body = line.body.map { UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[$0]) }
            let call = APIRequest(
                method: Method(name: line.method),
                path: UnsafeBufferPointer(rebasing: target[..<(mark ?? target.count)]),
                query: mark.map { UnsafeBufferPointer(rebasing: target[($0 + 1)...]) },
                body: body ?? UnsafeRawBufferPointer(start: nil, count: 0),
                headers: .line(line.headers),
                now: request.now,
                permit: request.permit
            )
            if call.body.count > configuration.maximumBodyBytes {
                fail(.bodyTooLarge(limit: configuration.maximumBodyBytes), call, lineAnswer)
                return
            }
            if isFull && (call.method == .get || call.method == .head) {
                fail(.replyTooLarge(limit: Self.replyLimit), call, lineAnswer)
                return
            }
            _ = respond(to: call, resumed: false, isLast: true, into: lineAnswer)
            if call.method == .head { lineAnswer.body.removeAll() }
        }
    }

    private func append(_ answer: Answer, to bytes: inout [UInt8]) {
        bytes.append("{\"status\":")
        bytes.appendJSON(answer.status)
        bytes.append(",\"headers\":{")
        var isFirst = true
        answer.forEachHeader(
            fixed: { name, value in
                if !isFirst { bytes.append(",") }
                isFirst = false
                bytes.append("\"")
                bytes.append(name)
                bytes.append("\":\"")
                bytes.append(value)
                bytes.append("\"")
            },
            made: { name, value in
                if !isFirst { bytes.append(",") }
                isFirst = false
                bytes.append("\"")
                bytes.append(name)
                bytes.append("\":")
                value.withUnsafeBufferPointer { bytes.appendJSON(utf8: $0) }
            }
        )
        bytes.append("}")
        if !answer.body.isEmpty {
            bytes.append(",\"body\":")
            bytes.append(contentsOf: answer.body)
        }
        bytes.append("}\n")
    }
}

extension Method {
    /// By its name, in upper case as HTTP writes it.
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
