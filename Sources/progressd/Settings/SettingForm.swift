import ProgressRecords
import ProgressRegistry
import ProgressServer

/// The notation of a setting's values, and their range.
struct SettingForm<Value>: Sendable {
    /// Stands for the value in the help.
    let valueName: String
    var syntax = Setting.Syntax.value
    /// From a text and the option or variable that has it, which a complaint names.
    let read: @Sendable (String, String) throws(Refusal) -> Value
}

extension SettingForm where Value: LosslessStringConvertible & Comparable & Sendable {
    static func number(_ range: ClosedRange<Value>, _ unit: String = "count") -> Self {
        Self(valueName: unit) { text, origin throws(Refusal) in
            let number = Value(text)
            if let number, range.contains(number) { return number }
            let bounds = "\(Setting.plain(range.lowerBound)) to \(Setting.plain(range.upperBound))"
            let complaint = "\(origin): “\(text)” is not a number from \(bounds)"
            // On the command line no number at all is a mistyped option; else it is a setting that does not work.
            throw number == nil && origin.hasPrefix("--") ? .usage(complaint) : .configuration(complaint)
        }
    }
}

extension SettingForm where Value: RawRepresentable<String> & CaseIterable & Sendable {
    /// One of the words that the type has.
    static func choice(_ valueName: String) -> Self {
        let words = Value.allCases.map(\.rawValue).joined(separator: ", ")
        return Self(valueName: valueName) { text, origin throws(Refusal) in
            if let choice = Value(rawValue: text) { return choice }
            throw .configuration("\(origin): “\(text)” is not one of \(words)")
        }
    }
}

extension SettingForm<String> {
    static func text(_ valueName: String) -> Self {
        Self(valueName: valueName) { text, origin throws(Refusal) in
            guard !text.isEmpty else { throw .configuration("\(origin) is empty") }
            return text
        }
    }
}

extension SettingForm<String?> {
    static var path: Self {
        Self(valueName: "path") { text, origin throws(Refusal) in
            try SettingForm<String>.text("path").read(text, origin)
        }
    }
}

/// Settings of a cluster.
extension SettingForm<String?> {
    /// The complaint does not repeat the text, which may hold a password.
    static var databaseURL: Self {
        Self(valueName: "url") { text, origin throws(Refusal) in
            let isKnown = ["postgres://", "postgresql://"].contains { text.hasPrefix($0) }
            guard isKnown, text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else {
                throw .configuration("\(origin) is not a URL that begins with postgres:// or postgresql://")
            }
            return text
        }
    }

    /// `host`, `host:port`, `[address]:port`, or an IPv6 address without a port.
    static var advertisedAddress: Self {
        Self(valueName: "address") { text, origin throws(Refusal) in
            let pattern = /(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(?::([0-9]{1,5}))?|[0-9A-Fa-f:.]+/
            guard let match = text.wholeMatch(of: pattern),
                match.2.map({ UInt16($0).map { $0 > 0 } ?? false }) ?? true
            else { throw .configuration("\(origin): “\(text)” is not an address, or address:port") }
            return text
        }
    }
}

extension SettingForm<Int?> {
    static var recordForm: Self {
        let form = SettingForm<Int>.number(1...RecordForm.newest.rawValue, "form")
        return Self(valueName: form.valueName) { text, origin throws(Refusal) in try form.read(text, origin) }
    }
}

extension SettingForm<String> {
    static var clusterName: Self {
        Self(valueName: "name") { text, origin throws(Refusal) in
            guard text.wholeMatch(of: /[A-Za-z0-9][A-Za-z0-9._-]{0,39}/) != nil else {
                throw .configuration(
                    "\(origin): “\(text)” is not 1 to 40 of A-Z a-z 0-9 . _ -, first a letter or digit"
                )
            }
            return text
        }
    }
}

extension SettingForm<Bool> {
    static var truth: Self {
        Self(valueName: "true|false", syntax: .flag) { text, origin throws(Refusal) in
            switch text.lowercased() {
            case "true", "1", "yes", "on": return true
            case "false", "0", "no", "off": return false
            default: throw .configuration("\(origin): “\(text)” is neither true nor false")
            }
        }
    }
}

extension SettingForm<[String]> {
    static func hostNames(_ valueName: String) -> Self {
        list(valueName, of: "a host name or address without scheme, port or path") { entry in
            entry.count { $0 == ":" } != 1 && !entry.contains("/")
        }
    }

    /// Compared byte by byte with what browsers send: scheme, host and port, and nothing after them.
    static var origins: Self {
        list("origin", of: "an origin, such as https://example.org or http://localhost:3000") { entry in
            let parts = entry.split(separator: "/", omittingEmptySubsequences: false)
            return parts.count == 3 && parts[0].count > 1 && parts[0].hasSuffix(":") && parts[1].isEmpty
                && !parts[2].isEmpty && entry == entry.lowercased()
        }
    }

    /// Entries of visible ASCII, with commas between.
    private static func list(
        _ valueName: String,
        of kind: String,
        where isGood: @escaping @Sendable (Substring) -> Bool
    ) -> Self {
        Self(valueName: valueName, syntax: .list) { text, origin throws(Refusal) in
            let entries = text.split(separator: ",").compactMap { $0.wholeMatch(of: /\s*(\S.*?)\s*/)?.1 }
            for entry in entries where !isGood(entry) || !entry.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) {
                throw .configuration("\(origin): “\(entry)” is not \(kind)")
            }
            return entries.map(String.init)
        }
    }
}

extension SettingForm<TokenFile?> {
    static var tokenFile: Self {
        Self(valueName: "path") { path, origin throws(Refusal) in TokenFile(path: path, origin: origin) }
    }
}
