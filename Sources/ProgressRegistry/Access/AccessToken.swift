/// A token from the settings, and its role.
package struct AccessToken: Sendable {
    package let role: Role
    let digest: TokenDigest

    /// The longest token in bytes; the shortest has one.
    private static let lengthLimit = 1_024

    package static func isPossible(_ token: some StringProtocol) -> Bool {
        (1...lengthLimit).contains(token.utf8.count) && token.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    }

    /// Why a list of tokens cannot be read. Never contains a token.
    package struct Flaw: Error, CustomStringConvertible {
        package let description: String
    }

    /// Reads one `role:token` per line, or between commas; `#` begins a comment line.
    package static func list(_ text: String, separatedByCommas: Bool = false) throws(Flaw) -> [AccessToken] {
        var tokens: [AccessToken] = []
        let lines = text.split(omittingEmptySubsequences: false) { character in
            character.isNewline || (separatedByCommas && character == ",")
        }
        for (number, line) in lines.enumerated() {
            let entry = line.trimmed
            if entry.isEmpty || entry.hasPrefix("#") { continue }
            guard let colon = entry.firstIndex(of: ":") else {
                throw Flaw(description: "entry \(number + 1) is not role:token")
            }
            guard let role = Role(name: entry[..<colon].trimmed) else {
                throw Flaw(description: "entry \(number + 1) does not begin with viewer, reporter or operator")
            }
            let token = entry[entry.index(after: colon)...].trimmed
            guard isPossible(token) else {
                throw Flaw(
                    description: "entry \(number + 1): a token is 1 to \(lengthLimit) visible ASCII characters"
                )
            }
            tokens.append(AccessToken(role: role, digest: TokenDigest(token.utf8)))
        }
        return tokens
    }
}

extension Substring {
    fileprivate var trimmed: Substring {
        var text = self
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }
}
