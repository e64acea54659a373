#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// Addresses of calls: the service's own, a path, and a query.
package enum ServiceAddress {
    /// - Parameters:
    ///   - path: already encoded, beginning with a slash.
    ///   - query: names and values, not encoded.
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

    /// Encodes one segment of a path, or one name or value of a query.
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

    /// The service that a setting names: `[http://|https://]host[:port][/prefix]`. Nil for anything else; a user and a
    /// password are refused because they would be sent in clear, a query and a fragment because they would not be sent.
    ///
    /// `Tests/clients/addresses.json` lists addresses that every client has to accept or to refuse.
    package static func service(_ setting: String) -> URL? {
        let text = setting.trimmed
        let mark = text.firstRange(of: "://")
        let scheme = mark.map { text[..<$0.lowerBound].lowercased() } ?? "http"
        let rest = text[(mark?.upperBound ?? text.startIndex)...]
        guard scheme == "http" || scheme == "https", rest.utf8.allSatisfy(isAddressByte) else { return nil }
        let authority = rest.prefix { $0 != "/" }
        guard let host = host(authority), let port = port(authority.dropFirst(host.count)) else { return nil }
        var path = rest[authority.endIndex...]
        while path.hasSuffix("/") { path.removeLast() }
        let isDefault = port == (scheme == "http" ? 80 : 443) || port == 0
        return URL(string: "\(scheme)://\(host.lowercased())\(isDefault ? "" : ":\(port)")\(path)")
    }

    /// Whether an address may have the byte: those of RFC 3986 without `@`, `?` and `#`.
    private static func isAddressByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "-._~:/[]!$&'()*+,;=%".utf8.contains(byte)
        }
    }

    /// The host at the beginning of an authority, with its brackets.
    private static func host(_ authority: Substring) -> Substring? {
        if authority.hasPrefix("[") {
            guard let end = authority.firstIndex(of: "]") else { return nil }
            let digits = authority[..<end].dropFirst()
            guard digits.contains(":"), digits.allSatisfy({ $0.isHexDigit || $0 == ":" || $0 == "." }) else {
                return nil
            }
            return authority[...end]
        }
        let host = authority.prefix { $0 != ":" }
        let isName = host.allSatisfy { $0.isLetter || $0.isNumber || "-._".contains($0) }
        return host.isEmpty || !isName ? nil : host
    }

    /// The port after the host: 0 if there is none, nil if it is invalid.
    private static func port(_ rest: Substring) -> Int? {
        if rest.isEmpty { return 0 }
        let digits = rest.dropFirst()
        guard rest.hasPrefix(":"), digits.allSatisfy(\.isNumber), let port = Int(digits) else { return nil }
        return 1...65_535 ~= port ? port : nil
    }

    /// The expected form of a setting, for messages about an invalid one.
    package static let form = "expected http://host:port, without user, password or query"

    /// An address fit for messages: without a user and a password, and without a query, which may have a token. If it
    /// is unclear which part is a password, only the scheme is left.
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
    /// The text without white space around it.
    package var trimmed: String {
        var text = Substring(self)
        while let first = text.first, first.isWhitespace { text.removeFirst() }
        while let last = text.last, last.isWhitespace { text.removeLast() }
        return String(text)
    }
}
