import Logging
package import MicroHTTPD
package import ProgressCore
import ProgressTelemetry

/// What a log line says of a request: nothing of its query, headers or body but its id and its trace.
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
        // Of one that is not there we do not know what stood in its place.
        if status < 400, let progress { metadata["progress.id"] = "\(progress)" }
        if let problem { metadata["problem.type"] = "\(problem.rawValue)" }
        if let trace = tags.traceText { metadata["trace.id"] = "\(trace)" }
        return metadata
    }
}
