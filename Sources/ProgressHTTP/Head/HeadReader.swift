import MicroHTTPD
import ProgressLocalization
import ProgressRegistry

/// Reads heads and remembers those that clients repeat. One per reactor; on its thread only.
struct HeadReader {
    private var hosts: HostCheck
    private let defaultLanguage: Language
    private let corsOrigins: [String]
    private let optionalPaths: OptionalPaths

    init(_ configuration: Configuration, _ defaultLanguage: Language) {
        hosts = HostCheck(configuration)
        self.defaultLanguage = defaultLanguage
        corsOrigins = configuration.corsOrigins
        optionalPaths = OptionalPaths(configuration)
    }

    /// The meaning of an exchange's head. It is not read again when the body has come, nor for a request that repeats it
    /// byte for byte on its connection; nothing in a `CallHead` depends on more than the head and the settings. Heads with
    /// a query are not kept: decoded, one takes up to sixteen times its bytes, for as long as its connection lives.
    mutating func head(of exchange: Exchange, path: UnsafeBufferPointer<UInt8>) throws(RequestError) -> CallHead {
        if let known = exchange.headNote as? CallHead { return known }
        if let wrong = hosts.refusal(of: exchange) { throw wrong }
        let head = try read(exchange.method, path: path, query: exchange.query, .exchange(exchange))
        if exchange.query == nil && (exchange.headIsRepeated || exchange.hasBody) { exchange.headNote = head }
        return head
    }

    func read(
        _ method: Method,
        path: UnsafeBufferPointer<UInt8>,
        query: UnsafeBufferPointer<UInt8>?,
        _ headers: CallHeaders
    ) throws(RequestError) -> CallHead {
        try CallHead(
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
