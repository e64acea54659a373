import MicroHTTPD
import ProgressCore
import ProgressWire

/// The header fields of a request or of a batch line. Use them only while answering the call.
enum CallHeaders {
    case exchange(Exchange)
    /// A line of a batch.
    case line(LineHeaders)

    var isOfBatch: Bool {
        if case .line = self { return true }
        return false
    }

    /// Calls `body` with the value of a header, nil if there is none. `name` is in lower case.
    func withValue<Result, Failure: Error>(
        _ name: StaticString,
        _ body: (UnsafeBufferPointer<UInt8>?) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        switch self {
        case .exchange(let exchange): return try body(exchange.header(name))
        case .line(let fields):
            guard let value = fields.value(name) else { return try body(nil) }
            return try value.withUnsafeBufferPointer { value throws(Failure) in try body(value) }
        }
    }

    /// Headers with one value, so two lines can be read in two ways.
    private static let single: [StaticString] = [
        "content-type", "authorization", "origin", "sec-fetch-site", "last-event-id", "progress-reservation",
        "progress-directive", "idempotency-key", "x-request-id",
    ]

    /// Refuses a head that says twice what can be said once.
    func checkSingle() throws(RequestError) {
        let repeated =
            switch self {
            case .exchange(let exchange): exchange.repeatedHeader(of: Self.single)
            case .line(let fields): fields.repeated(of: Self.single)
            }
        if let repeated { throw .malformedRequest("more than one \(repeated)") }
    }

    /// The cookies of all lines: HTTP/2 lets browsers send one in each (RFC 9113, 8.2.3).
    var cookies: String? { withList("cookie", separator: ";") { $0.map { String(decoding: $0, as: UTF8.self) } } }

    /// Like `withValue`, for a list header, whose lines are joined (RFC 9110, 5.3). Allocates only for several lines.
    func withList<Result>(
        _ name: StaticString,
        separator: Unicode.Scalar = ",",
        _ body: (UnsafeBufferPointer<UInt8>?) -> Result
    ) -> Result {
        guard case .exchange(let exchange) = self else { return withValue(name, body) }
        guard let first = exchange.header(name) else { return body(nil) }
        var count = 0
        exchange.headerValues(name) { _ in count += 1 }
        if count < 2 { return body(first) }
        var joined: [UInt8] = []
        exchange.headerValues(name) { value in
            if !joined.isEmpty { joined.append(UInt8(ascii: separator)) }
            joined.append(contentsOf: value)
        }
        return joined.withUnsafeBufferPointer { body($0) }
    }

    func text(_ name: StaticString) -> String? {
        withValue(name) { value in value.map { String(decoding: $0, as: UTF8.self) } }
    }

    /// The token in `Progress-Reservation`, or in the same member of W3C `baggage`.
    var reservation: ProgressID? {
        let direct = withValue("progress-reservation") { value in value.map { ProgressID($0) } }
        // Whatever it says, the header wins.
        if let direct { return direct }
        return withList("baggage") { value in
            guard let value else { return nil }
            for member in value.split(separator: UInt8(ascii: ",")) {
                let text = member.prefix { $0 != UInt8(ascii: ";") }.filter { $0 != 32 && $0 != 9 }
                guard text.starts(with: "progress-reservation=".utf8) else { continue }
                if let decoded = PercentEncoding.decode(text.dropFirst(21)), let token = ProgressID(decoded) {
                    return token
                }
            }
            return nil
        }
    }
}
