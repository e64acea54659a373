extension PeerAddress {
    /// Reads an address as proxies write it in `X-Forwarded-For`: bare, or with a port, an IPv6 address then in brackets
    /// (`192.0.2.1:4711`, `[2001:db8::1]`, `[2001:db8::1]:4711`); blanks around it do not count.
    package init?(hop: some StringProtocol) {
        var text = Substring(hop)
        while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
        while let last = text.last, last == " " || last == "\t" { text.removeLast() }
        if text.first == "[" {
            guard let end = text.firstIndex(of: "]"), Self.isPort(text[text.index(after: end)...]) else { return nil }
            let address = text[text.index(after: text.startIndex)..<end]
            guard address.contains(":") else { return nil }
            self.init(text: address)
            return
        }
        // More than one colon: an IPv6 address without a port.
        if let colon = text.firstIndex(of: ":"), colon == text.lastIndex(of: ":") {
            guard Self.isPort(text[colon...]) else { return nil }
            text = text[..<colon]
        }
        self.init(text: text)
    }

    /// Whether it is nothing, or a colon and digits.
    private static func isPort(_ text: Substring) -> Bool {
        guard let colon = text.first else { return true }
        let digits = text.dropFirst()
        return colon == ":" && (1...5).contains(digits.utf8.count)
            && digits.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}
