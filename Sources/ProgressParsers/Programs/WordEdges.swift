extension ArraySlice<UInt8> {
    /// Signs that belong to a number beside them: spaces that do not break, an apostrophe, dashes.
    private static var joints: [Character] {
        ["\u{A0}", "\u{202F}", "\u{2019}", "\u{2010}", "\u{2011}", "\u{2013}", "\u{2014}"]
    }

    /// Whether a number after it would be a part of a word.
    var endsInWord: Bool {
        guard let last, last >= 0x80 else { return last?.isWordByte ?? false }
        return Self.isOfWord(String(decoding: suffix(4), as: UTF8.self).last)
    }

    /// Whether a number before it would be a part of a word. A character that is cut may be one.
    var beginsInWord: Bool {
        guard let first, first >= 0x80 else { return first?.isWordByte ?? false }
        return Self.isOfWord(String(decoding: prefix(4), as: UTF8.self).first)
    }

    private static func isOfWord(_ character: Character?) -> Bool {
        guard let character else { return false }
        return character.isLetter || character.isNumber || character.isMathSymbol || character.isCurrencySymbol
            || character == "\u{FFFD}" || joints.contains(character)
    }
}
