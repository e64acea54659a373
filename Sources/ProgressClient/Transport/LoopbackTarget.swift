/// Where a request to this machine goes: `http`, and a host that needs no resolver.
///
/// Everything else (`https`, other hosts, what libcurl may understand otherwise) is none.
struct LoopbackTarget: Equatable {
    /// The addresses in digits, to try in this order.
    let hosts: [String]
    let port: UInt16
    /// The host and the port, as in the address.
    let authority: String
    /// The path and the query.
    let path: String

    init?(_ address: String) {
        let scheme = "http://"
        guard address.hasPrefix(scheme), address.utf8.allSatisfy({ 0x21...0x7E ~= $0 && $0 != UInt8(ascii: "#") })
        else { return nil }
        let rest = address.dropFirst(scheme.count)
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        let path = rest[authority.endIndex...]
        let digits = Self.portDigits(authority)
        let host = digits.map { authority.dropLast($0.count + 1) } ?? authority
        guard let hosts = Self.hosts(host), let port = digits.map(Self.port) ?? 80, port > 0 else { return nil }
        self.hosts = hosts
        self.port = port
        self.authority = String(authority)
        self.path = path.hasPrefix("/") ? String(path) : "/" + path
    }

    /// The part after the last colon that is outside brackets.
    private static func portDigits(_ authority: Substring) -> Substring? {
        guard let colon = authority.lastIndex(of: ":") else { return nil }
        let digits = authority[authority.index(after: colon)...]
        return digits.contains("]") ? nil : digits
    }

    /// Digits alone: `UInt16` would also take a sign.
    private static func port(_ digits: Substring) -> UInt16? {
        digits.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } ? UInt16(digits) : nil
    }

    private static func hosts(_ host: Substring) -> [String]? {
        switch host {
        case "localhost": ["::1", "127.0.0.1"]
        case "[::1]": ["::1"]
        default: isNetwork127(host) ? [String(host)] : nil
        }
    }

    /// Four numbers, as they are written by everyone: no octal digits, no fewer parts.
    private static func isNetwork127(_ host: Substring) -> Bool {
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0).map(String.init) == String($0) }
    }
}
