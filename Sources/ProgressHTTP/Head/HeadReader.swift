import MicroHTTPD
import ProgressLocalization
import ProgressRegistry

/// Reads heads and remembers those that clients repeat. One per reactor; on its thread only.
struct HeadReader {
    private var hosts: HostCheck
    private let defaultLanguage: Language
    private let corsOrigins: [String]
    private let optionalPaths: OptionalPaths
    private let prefix: String
    private let metrics: CallMetrics

    init(_ configuration: Configuration, _ defaultLanguage: Language, _ metrics: CallMetrics) {
        self.metrics = metrics
        hosts = HostCheck(configuration)
        self.defaultLanguage = defaultLanguage
        corsOrigins = configuration.corsOrigins
        optionalPaths = OptionalPaths(configuration)
        prefix = configuration.pathPrefix
    }

    /// The meaning of an exchange's head, which is read once. It is kept for a request that repeats it byte for byte on its
    /// connection; nothing in a `CallHead` depends on more than the head and the settings. Heads with a query are not:
    /// decoded, one takes up to sixteen times its bytes, for as long as its connection lives.
    /// - Parameter path: nil where it is not below `--path-prefix`.
    mutating func head(of exchange: Exchange, path: UnsafeBufferPointer<UInt8>?) throws(RequestError) -> CallHead {
        if let known = exchange.headNote as? CallHead { return known }
        try CallHeaders.exchange(exchange).checkSingle()
        if let wrong = hosts.refusal(of: exchange) { throw wrong }
        guard let path else { throw .outsidePrefix(prefix) }
        let head = try read(exchange.method, path: path, query: exchange.query, .exchange(exchange))
        exchange.headNote = head
        exchange.dropsHeadNote = exchange.query != nil || !(exchange.headIsRepeated || exchange.hasBody)
        return head
    }

    func head(
        ofLine line: CallHeaders,
        _ method: Method,
        path: UnsafeBufferPointer<UInt8>,
        query: UnsafeBufferPointer<UInt8>?
    ) throws(RequestError) -> CallHead {
        try line.checkSingle()
        return try read(method, path: path, query: query, line)
    }

    private func read(
        _ method: Method,
        path: UnsafeBufferPointer<UInt8>,
        query: UnsafeBufferPointer<UInt8>?,
        _ headers: CallHeaders
    ) throws(RequestError) -> CallHead {
        metrics.readHead()
        return try CallHead(
            method,
            path: path,
            query: query,
            headers,
            defaultLanguage: defaultLanguage,
            corsOrigins: corsOrigins,
            optionalPaths: optionalPaths
        )
    }
}
