import ProgressCore

/// `createKey` in the forms of records without that member: as a writer whose name no person chooses. Versions before
/// 0.4 keep it as such, and never show it, so that it is there whichever version writes next.
extension ProgressRecord {
    private static let mark = "\u{1}key."

    var writersWithCreateKey: [Writer] {
        guard let createKey else { return stored.writers }
        let digits = [createKey.first, createKey.second].map { word in
            let text = String(word, radix: 16)
            return String(repeating: "0", count: 16 - text.utf8.count) + text
        }
        return stored.writers + [Writer(name: Self.mark + digits.joined(), sequence: 0)]
    }

    /// A writer that a client named so itself, and that is no key, stays a writer.
    mutating func takeCreateKeyFromWriters() {
        guard let place = stored.writers.lastIndex(where: { $0.name.hasPrefix(Self.mark) }) else { return }
        let digits = stored.writers[place].name.utf8.dropFirst(Self.mark.utf8.count)
        guard digits.count == 32, let first = UInt64(String(digits.prefix(16)) ?? "", radix: 16),
            let second = UInt64(String(digits.suffix(16)) ?? "", radix: 16)
        else { return }
        createKey = (first, second)
        stored.writers.remove(at: place)
    }
}
