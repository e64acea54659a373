#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Addresses of calls: the service's own, a path, and a query.
package enum ServiceAddress {
    /// - Parameters:
    ///   - path: already encoded, beginning with a slash.
    ///   - query: names and values in clear.
    static func address(of service: URL, _ path: String, _ query: [(name: String, value: String)]) -> String {
        var address = service.absoluteString
        while address.hasSuffix("/") { address.removeLast() }
        address += path
        var mark: Character = path.contains("?") ? "&" : "?"
        for (name, value) in query {
            address.append(mark)
            address += encoded(name) + "=" + encoded(value)
            mark = "&"
        }
        return address
    }

    /// The path of a progress, or of something below it.
    static func path(_ reference: String, _ rest: String? = nil) -> String {
        "/v1/progress/" + encoded(reference) + (rest.map { "/" + $0 } ?? "")
    }

    /// One segment of a path, or one name or value of a query.
    package static func encoded(_ text: String) -> String {
        var encoded = ""
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"), UInt8(ascii: ":"):
                encoded.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                encoded += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
            }
        }
        return encoded
    }

    /// An address as a message may have it: without a user and a password, and without a query, which may have a token. Where
    /// it is not clear what of it is a password, only its scheme.
    package static func shown(_ address: String) -> String {
        let scheme = address.firstRange(of: "://").map { address[..<$0.upperBound] } ?? ""
        let rest = address[scheme.endIndex...]
        let authority = rest.prefix { !"/?#".contains($0) }
        let path = rest[authority.endIndex...].prefix { !"?#".contains($0) }
        if rest[authority.endIndex...].contains("@") { return "\(scheme)…" }
        let host = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
        return "\(scheme)\(host)\(path)"
    }

    static func isLoopback(_ address: String) -> Bool {
        guard let host = URL(string: address)?.host() else { return false }
        return host == "localhost" || host == "::1" || host == "[::1]" || host.hasPrefix("127.")
    }
}

extension StringProtocol {
    /// Without white space around it.
    var trimmed: String {
        var text = Substring(self)
        while let first = text.first, first.isWhitespace { text.removeFirst() }
        while let last = text.last, last.isWhitespace { text.removeLast() }
        return String(text)
    }
}
