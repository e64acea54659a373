/// Scripts and styles without comments and idle white space, as browsers get them. It reads what the sources of the pages
/// contain, not all that the languages allow; a test compares every file with its source by the parser of TypeScript, or
/// of a browser.
struct Stripper {
    private let source: [UInt8]
    private var index = 0
    private var output: [UInt8] = []
    /// White space and comments since the last token.
    private var gap = Gap.none
    /// Whether the last token ends a value, so that a slash divides.
    private var endsValue = false
    /// The braces that are open in each place of a template that is being read.
    private var places: [Int] = []

    private enum Gap { case none, space, line }

    static func script(_ source: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        var stripper = Stripper(Array(source))
        stripper.readScript()
        return stripper.output
    }

    static func style(_ source: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        var stripper = Stripper(Array(source))
        stripper.readStyle()
        return stripper.output
    }

    private init(_ source: [UInt8]) {
        self.source = source
        output.reserveCapacity(source.count)
    }

    private mutating func readScript() {
        while let byte = current {
            if skipsGap(lineComments: true) { continue }
            writeScriptGap(before: byte)
            switch byte {
            case .doubleQuote, .singleQuote: copyString()
            case .backtick: copyTemplate()
            case .slash where !endsValue: copyPattern()
            case _ where byte.isWord: copyWord()
            default: copyPunctuation(byte)
            }
        }
        output.append(.lineFeed)
    }

    private mutating func readStyle() {
        while let byte = current {
            if skipsGap(lineComments: false) { continue }
            if gap != .none, let last = output.last, !Self.tightStyle.contains(last),
                !Self.tightStyleStarts.contains(byte)
            {
                output.append(.space)
            }
            gap = .none
            if byte == .doubleQuote || byte == .singleQuote { copyString() } else { copy(1) }
        }
        output.append(.lineFeed)
    }

    /// A colon after a space begins a pseudo-class of a descendant; one before a space ends the name of a property.
    private static let tightStyle = Set("{};,:".utf8)
    private static let tightStyleStarts = Set("{};,".utf8)

    // MARK: - Gaps

    /// Passes white space, or a comment; false at a token.
    private mutating func skipsGap(lineComments: Bool) -> Bool {
        guard let byte = current else { return false }
        if byte == .lineFeed || byte == .space {
            widen(byte == .lineFeed ? .line : .space)
            index += 1
            return true
        }
        guard byte == .slash, let next = following else { return false }
        if next == .slash, lineComments {
            while let byte = current, byte != .lineFeed { index += 1 }
            widen(.space)
            return true
        }
        guard next == .asterisk else { return false }
        index += 2
        while let byte = current, !(byte == .asterisk && following == .slash) {
            widen(byte == .lineFeed ? .line : .space)
            index += 1
        }
        index = min(index + 2, source.count)
        return true
    }

    private mutating func widen(_ other: Gap) {
        if gap != .line { gap = other }
    }

    private mutating func writeScriptGap(before byte: UInt8) {
        defer { gap = .none }
        guard gap != .none, let last = output.last else { return }
        if gap == .line, !Self.continues.contains(last), !Self.continued.contains(byte) {
            output.append(.lineFeed)
        } else if last.isWord && byte.isWord || (last == byte && (byte == .plus || byte == .minus)) {
            output.append(.space)
        } else if last == .slash || byte == .slash || byte == .period && last.isDigit {
            output.append(.space)
        }
    }

    /// After the first, and before the second, the end of a line ends no statement.
    private static let continues = Set("{([,;:?".utf8)
    private static let continued = Set(")]},;.:?".utf8)

    // MARK: - Tokens

    private var current: UInt8? { index < source.count ? source[index] : nil }
    private var following: UInt8? { index + 1 < source.count ? source[index + 1] : nil }

    private mutating func copy(_ count: Int) {
        let end = min(index + count, source.count)
        output.append(contentsOf: source[index..<end])
        index = end
    }

    private mutating func copyString() {
        let quote = current
        copy(1)
        while let byte = current, byte != quote { copy(byte == .backslash ? 2 : 1) }
        copy(1)
        endsValue = true
    }

    /// A template up to its end, or to a place in it, whose code is read like any other.
    private mutating func copyTemplate() {
        copy(1)
        copyRestOfTemplate()
    }

    private mutating func copyRestOfTemplate() {
        while let byte = current, byte != .backtick {
            if byte == .dollar, following == .openBrace {
                copy(2)
                places.append(0)
                endsValue = false
                return
            }
            copy(byte == .backslash ? 2 : 1)
        }
        copy(1)
        endsValue = true
    }

    private mutating func copyPattern() {
        var isInClass = false
        copy(1)
        while let byte = current, isInClass || byte != .slash {
            if byte == .openBracket { isInClass = true }
            if byte == .closeBracket { isInClass = false }
            copy(byte == .backslash ? 2 : 1)
        }
        copy(1)
        while let byte = current, byte.isWord { copy(1) }
        endsValue = true
    }

    private mutating func copyWord() {
        let start = index
        while let byte = current, byte.isWord { copy(1) }
        endsValue = !Self.operators.contains(String(decoding: source[start..<index], as: UTF8.self))
    }

    private static let operators: Set = [
        "await", "case", "delete", "do", "else", "extends", "in", "instanceof", "new", "of", "return", "throw",
        "typeof",
        "void", "yield",
    ]

    private mutating func copyPunctuation(_ byte: UInt8) {
        copy(1)
        endsValue = byte == .closeParenthesis || byte == .closeBracket || byte == .closeBrace
        guard let open = places.last else { return }
        if byte == .openBrace { places[places.count - 1] = open + 1 }
        guard byte == .closeBrace else { return }
        if open > 0 {
            places[places.count - 1] = open - 1
        } else {
            places.removeLast()
            copyRestOfTemplate()
        }
    }
}

extension UInt8 {
    fileprivate static let lineFeed = UInt8(ascii: "\n")
    fileprivate static let space = UInt8(ascii: " ")
    fileprivate static let doubleQuote = UInt8(ascii: "\"")
    fileprivate static let singleQuote = UInt8(ascii: "'")
    fileprivate static let backtick = UInt8(ascii: "`")
    fileprivate static let backslash = UInt8(ascii: "\\")
    fileprivate static let slash = UInt8(ascii: "/")
    fileprivate static let asterisk = UInt8(ascii: "*")
    fileprivate static let plus = UInt8(ascii: "+")
    fileprivate static let minus = UInt8(ascii: "-")
    fileprivate static let period = UInt8(ascii: ".")
    fileprivate static let dollar = UInt8(ascii: "$")
    fileprivate static let openBrace = UInt8(ascii: "{")
    fileprivate static let closeBrace = UInt8(ascii: "}")
    fileprivate static let openBracket = UInt8(ascii: "[")
    fileprivate static let closeBracket = UInt8(ascii: "]")
    fileprivate static let closeParenthesis = UInt8(ascii: ")")

    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    /// Part of a name, a number or a keyword, where spaces hold two of them apart.
    fileprivate var isWord: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), .dollar, UInt8(ascii: "#"), 0x80...: true
        default: false
        }
    }
}
