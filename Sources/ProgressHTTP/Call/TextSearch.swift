import ProgressCore

/// Looks for words in the name, the explicit description and the values of labels, in whatever case.
///
/// One pass over a text looks for all words at once ("shift-and"): a bit for each byte of them says whether the word up to
/// it ends at the present byte of the text. So the time depends on the texts, hardly on how many words there are.
struct TextSearch: Sendable {
    private var folding = CaseFolding()
    /// The bits in use, in words of the machine.
    private let width: Int
    /// For each byte, the places in the words that it fits; `width` each.
    private var fitting: [UInt64]
    private var starts: [UInt64]
    private var ends: [UInt64]
    private var reached: [UInt64]
    private var found: [UInt64]
    private var text: [UInt8] = []
    /// The number of bytes that it has looked at.
    private(set) var byteCount = 0

    /// - Parameter words: separated by white space.
    init(_ words: String) {
        var folded: [[UInt8]] = []
        for word in words.split(whereSeparator: \.isWhitespace) {
            var bytes: [UInt8] = []
            folding.append(String(word), to: &bytes)
            folded.append(bytes)
        }
        width = (folded.reduce(0) { $0 + $1.count } + 63) / 64
        fitting = Array(repeating: 0, count: 256 * width)
        starts = Array(repeating: 0, count: width)
        (ends, reached, found) = (starts, starts, starts)
        var place = 0
        for word in folded {
            starts[place / 64] |= 1 << (place % 64)
            for byte in word {
                fitting[Int(byte) * width + place / 64] |= 1 << (place % 64)
                place += 1
            }
            ends[(place - 1) / 64] |= 1 << ((place - 1) % 64)
        }
    }

    /// Whether each word is in one of the texts.
    mutating func matches(_ box: DetailsBox?) -> Bool {
        guard let details = box?.details else { return width == 0 }
        for place in 0..<width { found[place] = 0 }
        if let name = details.name, look(in: name) { return true }
        if let description = details.localizedDescription, look(in: description) { return true }
        for label in details.labels where look(in: label.value) { return true }
        return width == 0
    }

    /// - Returns: whether each word has been found by now.
    private mutating func look(in more: String) -> Bool {
        text.removeAll(keepingCapacity: true)
        folding.append(more, to: &text)
        byteCount += text.count
        for place in 0..<width { reached[place] = 0 }
        for byte in text { advance(by: byte) }
        return found == ends
    }

    private mutating func advance(by byte: UInt8) {
        var carry: UInt64 = 0
        for place in 0..<width {
            let before = reached[place]
            reached[place] = (before << 1 | carry | starts[place]) & fitting[Int(byte) * width + place]
            found[place] |= reached[place] & ends[place]
            carry = before >> 63
        }
    }
}
