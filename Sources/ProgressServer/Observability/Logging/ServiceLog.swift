package import Logging
import MicroHTTPD
import ProgressCore

/// Every line that the service can say of itself. Never a token, a query or `userInfo`.
package struct ServiceLog: Sendable {
    let logger: Logger
    /// Whether each request has its line. Looked up once: the level does not change while the service runs.
    let tellsRequests: Bool
    /// Whether each line of a batch has its own.
    let tellsBatchLines: Bool

    package init(_ logger: Logger) {
        self.logger = logger
        tellsRequests = logger.logLevel <= .debug
        tellsBatchLines = logger.logLevel <= .trace
    }

    // MARK: Lifecycle

    func listening(address: String, reactors: Int) {
        logger.notice("listening", metadata: ["server.address": "\(address)", "server.reactors": "\(reactors)"])
    }

    func rewritesNoHeaders() {
        logger.notice("header rewriting is off: this libmicrohttpd does not support it")
    }

    package func stopping(signal: Int32) {
        logger.notice("stopping", metadata: ["process.signal": "\(signal)"])
    }

    func stopped() { logger.notice("stopped") }

    package func knowsNoDescriptorLimit() { logger.warning("cannot read the descriptor limit") }

    package func has(descriptors count: Int) {
        logger.info("descriptor limit", metadata: ["process.descriptors": "\(count)"])
    }

    package func lowered(connections: Int, streams: Int, descriptors count: Int) {
        logger.warning(
            "limits lowered to fit the descriptor limit",
            metadata: [
                "process.descriptors": "\(count)", "limit.connections": "\(connections)",
                "limit.streams": "\(streams)",
            ]
        )
    }

    // MARK: Requests

    func answered(_ request: RequestFacts) { logger.debug("request", metadata: request.metadata) }

    /// - Parameter suppressed: how many alike were not said since the last one.
    func failed(_ request: RequestFacts, suppressed: Int) {
        var metadata = request.metadata
        if suppressed > 0 { metadata["log.suppressed"] = "\(suppressed)" }
        logger.error("request failed", metadata: metadata)
    }

    func answeredBatchLine(_ line: RequestFacts) { logger.trace("batch line", metadata: line.metadata) }
}

/// What a log line says of a request: nothing of its query, headers or body but its id and its trace.
struct RequestFacts {
    let method: Method
    let kind: CallKind
    let status: Int
    let byteCount: Int?
    let nanoseconds: UInt64?
    let progress: ProgressID?
    let problem: ProblemType?
    let tags: RequestTags

    fileprivate var metadata: Logger.Metadata {
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
