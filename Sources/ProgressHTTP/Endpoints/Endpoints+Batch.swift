import Glibc
import MicroHTTPD
import ProgressRegistry
import ProgressTelemetry
import ProgressWire

extension Endpoints {
    /// `POST /v1/batch`: many calls in one body, each by itself, answered in their order.
    func batch(_ request: APIRequest, _ answer: Answer) throws(RequestError) -> Outcome {
        let isRead = request.withHeader("content-type") { value in
            value.map { MediaType.matches($0, "application/x-ndjson") } ?? true
        }
        if !isRead {
            throw .unsupportedMediaType(
                found: request.header("content-type") ?? "",
                expected: "application/x-ndjson"
            )
        }
        answer.contentType = "application/x-ndjson"
        return .continues(
            BatchAnswer(
                try lines(of: request.body),
                path: request.path,
                permit: request.permit,
                tags: tags(request, answer),
                self
            )
        )
    }

    /// The batch's own tags, for the log lines of its lines; nil where there are none.
    private func tags(_ request: APIRequest, _ answer: Answer) -> RequestTags? {
        guard service.log.tellsBatchLines, case .exchange(let exchange) = request.headers else { return nil }
        let id = RequestTags.givenID(exchange) ?? RequestTags.madeID(makeID())
        answer.requestID = id
        return RequestTags(id: id, trace: RequestTags.trace(exchange))
    }

    /// Blank lines do not count.
    private func lines(of body: UnsafeRawBufferPointer) throws(RequestError) -> [UnsafeBufferPointer<UInt8>] {
        let bytes = body.assumingMemoryBound(to: UInt8.self)
        var lines: [UnsafeBufferPointer<UInt8>] = []
        var start = 0
        while start < bytes.count {
            let rest = UnsafeBufferPointer(rebasing: bytes[start...])
            let end = Self.newline(in: rest) ?? rest.count
            let line = UnsafeBufferPointer(rebasing: rest[..<end])
            start += end + 1
            guard line.contains(where: { $0 != 32 && $0 != 9 && $0 != 13 }) else { continue }
            if lines.count == configuration.maximumBatchLines {
                throw .tooManyLines(limit: configuration.maximumBatchLines)
            }
            lines.append(line)
        }
        return lines
    }

    private static func newline(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        guard let base = bytes.baseAddress, let found = memchr(base, 10, bytes.count) else { return nil }
        return UnsafeRawPointer(found) - UnsafeRawPointer(base)
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
