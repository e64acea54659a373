import Logging
package import MicroHTTPD
package import ProgressCore
import ProgressTelemetry

/// The content of a request's log line: of its query, headers and body only the request id and the trace id.
package struct RequestFacts {
    let method: Method
    let kind: CallKind
    let status: Int
    let byteCount: Int?
    let nanoseconds: UInt64?
    let progress: ProgressID?
    let problem: ProblemType?
    let tags: RequestTags

    package init(
        method: Method,
        kind: CallKind,
        status: Int,
        byteCount: Int?,
        nanoseconds: UInt64?,
        progress: ProgressID?,
        problem: ProblemType?,
        tags: RequestTags
    ) {
        self.method = method
        self.kind = kind
        self.status = status
        self.byteCount = byteCount
        self.nanoseconds = nanoseconds
        self.progress = progress
        self.problem = problem
        self.tags = tags
    }

    var metadata: Logger.Metadata {
        var metadata: Logger.Metadata = [
            "http.method": "\(method.name)", "http.status": "\(status)", "http.route": "\(kind.pattern ?? "none")",
            "request.id": "\(tags.idText)",
        ]
        if let byteCount { metadata["http.bytes"] = "\(byteCount)" }
        if let nanoseconds {
            var seconds: [UInt8] = []
            seconds.appendDecimal(Int(clamping: nanoseconds), scale: 9)
            metadata["http.seconds"] = "\(String(decoding: seconds, as: UTF8.self))"
        }
        // An id that names no progress may be a secret in the wrong place.
        if status < 400, let progress { metadata["progress.id"] = "\(progress)" }
        if let problem { metadata["problem.type"] = "\(problem.slug)" }
        if let trace = tags.traceText { metadata["trace.id"] = "\(trace)" }
        return metadata
    }
}
