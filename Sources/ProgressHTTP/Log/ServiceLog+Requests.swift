import Logging
import ProgressTelemetry

/// Log lines about requests.
extension ServiceLog {
    package func answered(_ request: RequestFacts) { logger.debug("request", metadata: request.metadata) }

    /// - Parameter suppressed: how many lines of the same kind `FailureThrottle` has suppressed since the last one.
    package func failed(_ request: RequestFacts, suppressed: Int) {
        var metadata = request.metadata
        if suppressed > 0 { metadata["log.suppressed"] = "\(suppressed)" }
        logger.error("request failed", metadata: metadata)
    }

    func answeredBatchLine(_ line: RequestFacts) { logger.trace("batch line", metadata: line.metadata) }
}
