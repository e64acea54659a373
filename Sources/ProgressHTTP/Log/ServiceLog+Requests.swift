import Logging
import Platform
import ProgressCore
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

    /// A call that cancelled, paused, resumed, failed or removed a progress: who made it, and why.
    func controlled(_ call: StaticString, _ progress: ProgressID, by caller: Caller, reason: String?) {
        if logger.logLevel > .info { return }
        var metadata: Logger.Metadata = ["progress.id": "\(progress)", "caller.role": "\(caller.role.name)"]
        if let user = caller.user { metadata["caller.user"] = "\(user)" }
        if let reason { metadata["control.reason"] = "\(reason)" }
        logger.info("\(call)", metadata: metadata)
    }

    /// Once a minute for each client.
    func refusesTokens(of client: PeerAddress, limit: Int) {
        var address: [UInt8] = []
        client.network.append(to: &address)
        logger.warning(
            "too many wrong tokens",
            metadata: ["client.address": "\(String(decoding: address, as: UTF8.self))", "client.limit": "\(limit)"]
        )
    }

    /// Once: the proxy writes each request alike.
    func knowsNoClient(of proxy: PeerAddress, named text: String) {
        var address: [UInt8] = []
        proxy.append(to: &address)
        logger.warning(
            "a trusted proxy names clients by no address in X-Forwarded-For; they all count as one",
            metadata: ["proxy.address": "\(String(decoding: address, as: UTF8.self))", "client.named": "\(text)"]
        )
    }

    func answeredBatchLine(_ line: RequestFacts) { logger.trace("batch line", metadata: line.metadata) }
}
