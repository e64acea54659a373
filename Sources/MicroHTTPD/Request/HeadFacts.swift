internal import Glibc

/// Facts from the request line and the fields of a head.
struct HeadFacts {
    var method = Method.other
    var isHTTP11 = false
    var framing = BodyFraming.none
    /// An `Expect` of HTTP/1.1.
    var hasExpectation = false
    /// One that is not `100-continue` (RFC 9110, 10.1.1).
    var hasOtherExpectation = false
    /// Bit n: some field's name has n bytes (63: or more). Most headers that are asked for are missing, and this nearly
    /// always shows it.
    private var nameLengths: UInt64 = 0

    init() {}

    init(_ method: UnsafePointer<CChar>, _ version: UnsafePointer<CChar>) {
        self.method = Method(method)
        isHTTP11 = strcmp(version, "HTTP/1.0") != 0
    }

    func mayHave(_ name: StaticString) -> Bool { nameLengths & Self.bit(name.utf8CodeUnitCount) != 0 }

    mutating func note(nameLength: Int) { nameLengths |= Self.bit(nameLength) }

    private static func bit(_ length: Int) -> UInt64 { 1 << UInt64(min(length, 63)) }
}

/// The way to find the end of a request's body.
enum BodyFraming: Equatable {
    case none
    case declared(UInt64)
    case chunked
}
