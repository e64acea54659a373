/// The files of a data directory that belong to the journal.
enum FileName: Hashable, Sendable {
    case journal(UInt64)
    case snapshot(UInt64)
    /// Unfinished, or not yet renamed.
    case temporary(String)

    static let temporarySuffix = ".new"

    /// Nil for a file that is not ours.
    init?(_ text: String) {
        if text.hasSuffix(Self.temporarySuffix) {
            let stem = String(text.dropLast(Self.temporarySuffix.count))
            guard stem == DataDirectory.formatName || Self(stem) != nil else { return nil }
            self = .temporary(text)
            return
        }
        if let number = Self.number(of: text, after: "journal-") {
            self = .journal(number)
            return
        }
        guard let number = Self.number(of: text, after: "snapshot-") else { return nil }
        self = .snapshot(number)
    }

    var isTemporary: Bool { if case .temporary = self { true } else { false } }

    var text: String {
        switch self {
        case .journal(let number): "journal-\(number)"
        case .snapshot(let number): "snapshot-\(number)"
        case .temporary(let text): text
        }
    }

    /// Exactly as written: no sign, no leading zero.
    private static func number(of text: String, after prefix: String) -> UInt64? {
        guard text.hasPrefix(prefix) else { return nil }
        let digits = text.dropFirst(prefix.count)
        guard let number = UInt64(digits), number > 0, String(number) == digits else { return nil }
        return number
    }
}
