import Glibc
import ProgressRegistry
import ProgressServer

extension Settings {
    static let tokensVariable = "PROGRESSD_TOKENS"

    static func tokens(inFile path: String, from origin: String) throws(Refusal) -> [AccessToken] {
        guard let file = fopen(path, "r") else {
            throw .configuration("\(origin): “\(path)” cannot be read: \(String(cString: strerror(errno)))")
        }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4_096)
        while case let count = fread(&chunk, 1, chunk.count, file), count > 0 {
            bytes += chunk[..<count]
            if bytes.count > 1 << 20 { throw .configuration("\(origin): “\(path)” is larger than 1 MiB") }
        }
        if ferror(file) != 0 { throw .configuration("\(origin): “\(path)” cannot be read") }
        return try tokens(String(decoding: bytes, as: UTF8.self), from: "\(origin): “\(path)”")
    }

    /// Whoever names tokens means to ask for them: none at all must not open the service to everybody.

    static func tokens(
        _ text: String,
        separatedByCommas: Bool = false,
        from origin: String
    ) throws(Refusal) -> [AccessToken] {
        let tokens: [AccessToken]
        do {
            tokens = try AccessToken.list(text, separatedByCommas: separatedByCommas)
        } catch {
            throw .configuration("\(origin): \(error)")
        }
        if tokens.isEmpty { throw .configuration("\(origin) has no token") }
        return tokens
    }

    /// One of the words that the type has.
    static func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ text: String,
        from origin: String
    ) throws(Refusal) -> Choice {
        if let choice = Choice(rawValue: text) { return choice }
        let known = Choice.allCases.map(\.rawValue).joined(separator: ", ")
        throw .configuration("\(origin): “\(text)” is none of \(known)")
    }

    static func truth(_ text: String, from origin: String) throws(Refusal) -> Bool {
        switch text.lowercased() {
        case "true", "1", "yes", "on": return true
        case "false", "0", "no", "off": return false
        default: throw .configuration("\(origin): “\(text)” is neither true nor false")
        }
    }

    static func number<Number: LosslessStringConvertible & Comparable>(
        _ text: String,
        in range: ClosedRange<Number>,
        from origin: String
    ) throws(Refusal) -> Number {
        let complaint =
            "\(origin): “\(text)” is not a number from \(plain(range.lowerBound)) to \(plain(range.upperBound))"
        guard let number = Number(text) else {
            // On the command line that is a mistyped option, in the environment a setting that does not work.
            throw origin.hasPrefix("--") ? .usage(complaint) : .configuration(complaint)
        }
        guard range.contains(number) else { throw .configuration(complaint) }
        return number
    }

    /// A whole number without a fraction.
    static func plain(_ number: some LosslessStringConvertible) -> String {
        let text = "\(number)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    static func list(_ text: String, of setting: Setting, from origin: String) throws(Refusal) -> [String] {
        let entries = text.split(separator: ",").map { $0.drop(while: \.isWhitespace) }
            .map { String($0.reversed().drop(while: \.isWhitespace).reversed()) }.filter { !$0.isEmpty }
        for entry in entries {
            let isGood = setting == .corsOrigin ? isOrigin(entry) : isHostName(entry)
            guard isGood else { throw .configuration("\(origin): “\(entry)” is not \(form(of: setting))") }
        }
        return entries
    }

    private static func form(of setting: Setting) -> String {
        setting == .corsOrigin
            ? "an origin, such as https://example.org or http://localhost:3000"
            : "a host name or address without scheme, port or path"
    }

    /// Compared byte by byte with what browsers send: scheme, host and port, nothing behind them.
    private static func isOrigin(_ text: String) -> Bool {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        return parts.count == 3 && parts[0].count > 1 && parts[0].hasSuffix(":") && parts[1].isEmpty
            && !parts[2].isEmpty && text == text.lowercased() && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    }

    private static func isHostName(_ text: String) -> Bool {
        let colons = text.utf8.count { $0 == UInt8(ascii: ":") }
        return colons != 1 && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "/") }
    }
}
