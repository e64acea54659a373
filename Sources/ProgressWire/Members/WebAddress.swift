/// The contents of `urls`: names with rules of their own, and absolute http and https URLs without user information, as
/// pages may link to them. Sentences about flaws continue “/urls/log …”, and end with a period.
enum WebAddress {
    private static let schemes = ["http://", "https://"].map { Array($0.utf8) }
    private static let longestName = 32
    /// Maximum number of addresses of one node.
    static let countLimit = 8
    private static let byteLimit = 2_048

    /// A letter, then up to 31 letters, digits, dots, underscores and hyphens of ASCII.
    static func isName(_ name: some Collection<UInt8>) -> Bool {
        guard let first = name.first, isLetter(first), name.count <= longestName else { return false }
        return name.allSatisfy {
            isLetter($0) || isDigit($0)
                || [UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-")].contains($0)
        }
    }

    static let nameRule = "a name is 1 to \(longestName) of A-Z a-z 0-9 . _ -, starting with a letter."

    /// Why a URL is refused; nil if it is not.
    /// - Complexity: O(1) beyond 2 KiB.
    static func flaw(_ text: String) -> String? {
        let url = text.utf8
        if url.count > byteLimit { return "has \(url.count) bytes; at most \(byteLimit) are allowed." }
        guard let scheme = schemes.first(where: { url.lowercasedStart(is: $0) }) else {
            return "must be an absolute URL of http or https, and begins with neither."
        }
        if text.unicodeScalars.contains(where: isForbidden) {
            return "has a space, a control character, or one of \" < > \\ `, which have to be percent-encoded."
        }
        let authority = url.dropFirst(scheme.count).prefix {
            ![UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#")].contains($0)
        }
        if authority.contains(UInt8(ascii: "@")) {
            return "has user information in front of the host, which whoever may read the progress would read."
        }
        return isHostAndPort(authority) ? nil : "has no host, or none that can be reached."
    }

    private static func isHostAndPort(_ authority: some BidirectionalCollection<UInt8>) -> Bool {
        if authority.first == UInt8(ascii: "[") {
            guard let end = authority.firstIndex(of: UInt8(ascii: "]")) else { return false }
            let inner = authority[authority.index(after: authority.startIndex)..<end]
            let isAddress = inner.contains(UInt8(ascii: ":")) && inner.allSatisfy(isPartOfIPv6)
            return isAddress && isPort(authority[authority.index(after: end)...])
        }
        let host = authority.prefix { $0 != UInt8(ascii: ":") }
        let hasName = host.contains { $0 != UInt8(ascii: ".") }
        return hasName && host.allSatisfy(isPartOfHost) && isPort(authority[host.endIndex...])
    }

    /// Nothing, or a colon and a number, which may be left out.
    private static func isPort(_ port: some Collection<UInt8>) -> Bool {
        guard let colon = port.first else { return true }
        guard colon == UInt8(ascii: ":"), port.count <= 6 else { return false }
        var number = 0
        for byte in port.dropFirst() {
            guard isDigit(byte) else { return false }
            number = 10 * number + Int(byte - UInt8(ascii: "0"))
        }
        return number <= Int(UInt16.max)
    }

    /// Includes spaces and controls beyond ASCII, which are invisible or turn the text around.
    private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII {
            return scalar.value <= 0x20 || scalar.value == 0x7f || "\"<>\\`".unicodeScalars.contains(scalar)
        }
        switch scalar.properties.generalCategory {
        case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator: return true
        default: return false
        }
    }

    /// Letters of other alphabets count: they become ASCII where a browser follows the link.
    private static func isPartOfHost(_ byte: UInt8) -> Bool {
        isLetter(byte) || isDigit(byte) || byte >= 0x80 || "-._~%!$&'()*+,;=".utf8.contains(byte)
    }

    private static func isPartOfIPv6(_ byte: UInt8) -> Bool {
        isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20) || ":.".utf8.contains(byte)
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}

extension Collection<UInt8> {
    /// - Parameter start: in small letters.
    fileprivate func lowercasedStart(is start: [UInt8]) -> Bool {
        count >= start.count
            && zip(self, start).allSatisfy { $0 == $1 || $0 | 0x20 == $1 && (0x41...0x5a).contains($0) }
    }
}
