package import MicroHTTPD
import ProgressCore
package import ProgressRegistry
package import ProgressWire

/// One call, whether it came by itself or as a line of a batch. Valid while it is being answered.
package struct APIRequest {
    let method: Method
    let path: UnsafeBufferPointer<UInt8>
    let query: UnsafeBufferPointer<UInt8>?
    let body: UnsafeRawBufferPointer
    let headers: Headers
    /// Milliseconds since 1970, the same for all that this call does.
    let now: Int64
    /// What it came with, where the service asks for tokens.
    var permit: Permit?
    /// A create that is good only if it claims the reservation that it names.
    var mustClaim = false
    /// Whether the service asks for tokens.
    var isWithTokens = false

    package init(
        method: Method,
        path: UnsafeBufferPointer<UInt8>,
        query: UnsafeBufferPointer<UInt8>?,
        body: UnsafeRawBufferPointer,
        headers: Headers,
        now: Int64,
        permit: Permit? = nil
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.body = body
        self.headers = headers
        self.now = now
        self.permit = permit
    }

    /// Whether it stands in a batch: there nobody waits.
    var isBatched: Bool {
        if case .line = headers { return true }
        return false
    }

    /// Whether it asks for something, and changes nothing.
    var isRead: Bool { method == .get || method == .head }

    package enum Headers {
        case exchange(Exchange)
        case line(LineHeaders)
    }

    /// Calls `body` with the value of a header, nil where there is none. `name` is in lower case.
    func withHeader<Result, Failure: Error>(
        _ name: StaticString,
        _ body: (UnsafeBufferPointer<UInt8>?) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        switch headers {
        case .exchange(let exchange): return try body(exchange.header(name))
        case .line(let fields):
            guard let value = fields.value(name) else { return try body(nil) }
            return try value.withUnsafeBufferPointer { value throws(Failure) in try body(value) }
        }
    }

    /// The same for a header that is a list: several lines of it are one (RFC 9110, 5.3).
    func withListHeader<Result>(_ name: StaticString, _ body: (UnsafeBufferPointer<UInt8>?) -> Result) -> Result {
        guard case .exchange(let exchange) = headers else { return withHeader(name, body) }
        guard let first = exchange.header(name) else { return body(nil) }
        var count = 0
        exchange.headerValues(name) { _ in count += 1 }
        if count < 2 { return body(first) }
        var joined: [UInt8] = []
        exchange.headerValues(name) { value in
            if !joined.isEmpty { joined.append(UInt8(ascii: ",")) }
            joined.append(contentsOf: value)
        }
        return joined.withUnsafeBufferPointer { body($0) }
    }

    func header(_ name: StaticString) -> String? {
        withHeader(name) { value in value.map { String(decoding: $0, as: UTF8.self) } }
    }
}
