package import Logging

/// Every line that the service logs: each layer adds methods for its lines. Never a token, a query or `userInfo`.
package struct ServiceLog: Sendable {
    package let logger: Logger
    /// Whether each request is logged. Looked up once: the level does not change while the service runs.
    package let tellsRequests: Bool
    /// Whether each line of a batch is logged.
    package let tellsBatchLines: Bool

    package init(_ logger: Logger) {
        self.logger = logger
        tellsRequests = logger.logLevel <= .debug
        tellsBatchLines = logger.logLevel <= .trace
    }

    package func listening(address: String, reactors: Int) {
        logger.notice("listening", metadata: ["server.address": "\(address)", "server.reactors": "\(reactors)"])
    }

    package func rewritesNoHeaders() {
        logger.notice("header rewriting is off: this libmicrohttpd does not support it")
    }

    package func readsNoLargeHeads() {
        logger.notice("heads above some kilobytes are not answered: this libmicrohttpd does not let them be measured")
    }

    package func stopping(signal: Int32) {
        logger.notice("stopping", metadata: ["process.signal": "\(signal)"])
    }

    package func listsTokens(_ count: Int) {
        logger.notice("read the tokens again", metadata: ["access.tokens": "\(count)"])
    }

    package func keepsTokens(_ reason: String) {
        logger.error("keeps the tokens that it has", metadata: ["access.error": "\(reason)"])
    }

    package func shows(tokenFile path: String) {
        logger.warning(
            "all users of this machine can read or change the token file",
            metadata: ["file.path": "\(path)"]
        )
    }

    package func stopped() { logger.notice("stopped") }

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
}
