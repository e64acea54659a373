internal import CMicroHTTPD
internal import Glibc

/// Refuses heads that another HTTP reader could read differently: libmicrohttpd 0.9.75 is lenient where that is
/// dangerous (RFC 9112, 11.2).
///
/// The main idea: the fields that libmicrohttpd reports must tile the bytes of the head exactly. It ends every line by
/// writing NUL over CR and LF; a NUL inside a line, a bare LF, and a folded line (which 0.9.75 joins to the field's
/// *name*) all leave a gap. It lets through: empty lines before the request line (RFC 9112, 2.2 wants it), NUL and LF
/// at the end of a line, which look like CR and LF afterwards, HTTP/1.2 to 1.9 taken as 1.1 and, in the framing of
/// chunked bodies, bare LF, extensions, and trailers, which are ignored.
struct HeadCheck {
    private let exchange: Exchange
    private var hostCount = 0
    private var lengthCount = 0
    private var codingCount = 0
    private var framing = BodyFraming.none
    private var hasExpectation = false
    private var hasOtherExpectation = false

    /// Sets the framing of the head, and whether it expects the impossible.
    ///
    /// - Returns: what is wrong with the head; nil if nothing is.
    static func flaw(in exchange: Exchange, _ method: UnsafePointer<CChar>, _ version: UnsafePointer<CChar>) -> String?
    {
        var check = HeadCheck(exchange: exchange)
        if let flaw = check.targetFlaw(method, version) ?? check.tilingFlaw(method, version) { return flaw }
        for field in exchange.head.fields {
            if let flaw = check.fieldFlaw(field) { return flaw }
        }
        if let flaw = check.countFlaw() { return flaw }
        exchange.head.setFraming(
            check.framing,
            hasExpectation: check.hasExpectation,
            hasOtherExpectation: check.hasOtherExpectation
        )
        return nil
    }

    private init(exchange: Exchange) { self.exchange = exchange }

    private func targetFlaw(_ method: UnsafePointer<CChar>, _ version: UnsafePointer<CChar>) -> String? {
        let target = exchange.target
        guard let address = exchange.head.target.address, !target.isEmpty else { return "no request target" }
        guard method + strlen(method) + 1 == address else { return "not one space after the method" }
        guard address + target.count + 1 == version else { return "NUL in the request target" }
        guard VisibleText.contains(only: target, from: 0x21) else { return "control character in the request target" }
        return nil
    }

    private func tilingFlaw(_ method: UnsafePointer<CChar>, _ version: UnsafePointer<CChar>) -> String? {
        let headCount = cmicrohttpd_head_byte_count(exchange.connection.handle)
        let end = UnsafeRawPointer(method) + headCount
        var position = UnsafeRawPointer(version) + strlen(version) + 2
        for field in exchange.head.fields {
            guard let name = field.name.baseAddress, UnsafeRawPointer(name) == position else { return Self.brokenLine }
            let value = field.value.baseAddress.map { UnsafeRawPointer($0) } ?? position
            var gap = position + field.name.count + 1
            guard value >= gap, value + field.value.count + 2 <= end else { return Self.brokenLine }
            while gap < value {
                let byte = gap.load(as: UInt8.self)
                guard byte == 0x20 || byte == 0x09 else { return Self.brokenLine }
                gap += 1
            }
            position = value + field.value.count + 2
        }
        return position + 2 == end ? nil : Self.brokenLine
    }

    private static let brokenLine = "NUL, bare line feed or folded line in the head"

    private mutating func fieldFlaw(_ field: HeaderField) -> String? {
        guard !field.name.isEmpty, field.name.allSatisfy(Self.isTokenCharacter) else { return "bad header name" }
        if !VisibleText.contains(only: field.value, from: 0x20) {
            for byte in field.value where byte < 0x20 && byte != 0x09 || byte == 0x7f {
                return "control character in a header value"
            }
        }
        switch field.name.count {
        case 4 where field.isNamed("host"): hostCount += 1
        case 6 where field.isNamed("expect"): noteExpectation(field)
        case 14 where field.isNamed("content-length"): return lengthFlaw(field)
        case 17 where field.isNamed("transfer-encoding"): return codingFlaw(field)
        default: break
        }
        return nil
    }

    /// HTTP/1.0 has no expectations (RFC 9110, 10.1.1).
    private mutating func noteExpectation(_ field: HeaderField) {
        let expected = HeaderField(name: field.trimmedValue)
        guard exchange.isHTTP11, !expected.name.isEmpty else { return }
        hasExpectation = true
        if !expected.isNamed("100-continue") { hasOtherExpectation = true }
    }

    private mutating func lengthFlaw(_ field: HeaderField) -> String? {
        lengthCount += 1
        var length: UInt64 = 0
        guard !field.value.isEmpty, field.value.count <= 18 else { return "bad Content-Length" }
        for byte in field.value {
            guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return "bad Content-Length" }
            length = length * 10 + UInt64(byte - UInt8(ascii: "0"))
        }
        framing = .declared(length)
        return nil
    }

    private mutating func codingFlaw(_ field: HeaderField) -> String? {
        codingCount += 1
        let coding = HeaderField(name: field.value)
        guard coding.isNamed("chunked") else { return "Transfer-Encoding other than chunked" }
        framing = .chunked
        return nil
    }

    private func countFlaw() -> String? {
        if hostCount > 1 || hostCount == 0 && exchange.isHTTP11 { return "not exactly one Host header" }
        if lengthCount > 1 { return "more than one Content-Length" }
        if codingCount > 1 { return "more than one Transfer-Encoding" }
        if lengthCount + codingCount > 1 { return "Content-Length with Transfer-Encoding" }
        if codingCount > 0, !exchange.isHTTP11 { return "Transfer-Encoding in HTTP/1.0" }
        return nil
    }

    /// RFC 9110, 5.6.2: letters, digits and !#$%&'*+-.^_`|~
    static func isTokenCharacter(_ byte: UInt8) -> Bool {
        byte < 64 ? tokenLow & (1 << UInt64(byte)) != 0 : byte < 128 && tokenHigh & (1 << UInt64(byte - 64)) != 0
    }

    private static let tokenLow: UInt64 = 0x03ff_6cfa_0000_0000
    private static let tokenHigh: UInt64 = 0x57ff_ffff_c7ff_fffe
}
