package import MicroHTTPD
package import ProgressCore

/// The tags that connect the log lines of one request: its id and its trace.
package struct RequestTags {
    let id: [UInt8]
    /// The trace id of its `traceparent`.
    let trace: [UInt8]?

    package init(id: [UInt8], trace: [UInt8]?) {
        self.id = id
        self.trace = trace
    }

    var idText: String { String(decoding: id, as: UTF8.self) }
    var traceText: String? { trace.map { String(decoding: $0, as: UTF8.self) } }

    private static let longestID = 128

    /// The client's `X-Request-ID`, if it is safe to show anywhere.
    package static func givenID(_ exchange: Exchange) -> [UInt8]? {
        guard let value = exchange.header("x-request-id"), isPrintable(value) else { return nil }
        return Array(value)
    }

    package static func madeID(_ id: ProgressID) -> [UInt8] {
        var bytes: [UInt8] = []
        id.append(to: &bytes)
        return bytes
    }

    /// 1 to 128 visible ASCII characters without quotes and backslashes.
    static func isPrintable(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
        (1...longestID).contains(value.count)
            && value.allSatisfy { byte in
                byte > 0x20 && byte < 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "'")
                    && byte != UInt8(ascii: "\\")
            }
    }

    package static func trace(_ exchange: Exchange) -> [UInt8]? {
        exchange.header("traceparent").flatMap { trace(inParent: $0) }
    }

    /// The trace id of a W3C `traceparent`: `00-<32 digits>-<16 digits>-<2 digits>` in lower case. Later versions may
    /// add parts at the end.
    static func trace(inParent value: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        let parts = value.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard parts.count >= 4, zip(parts, [2, 32, 16, 2]).allSatisfy({ $0.count == $1 && $0.allSatisfy(isDigit) }),
            !parts[0].elementsEqual("ff".utf8), parts.count == 4 || !parts[0].elementsEqual("00".utf8),
            parts[1].contains(where: { $0 != UInt8(ascii: "0") }), parts[2].contains(where: { $0 != UInt8(ascii: "0") })
        else { return nil }
        return Array(parts[1])
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }
}
