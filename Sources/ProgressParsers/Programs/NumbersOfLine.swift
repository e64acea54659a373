/// The numbers in a line that may be progress, as a person would recognize them: no ratios, loads, durations, rates,
/// versions, dates or paths.
struct NumbersOfLine {
    struct Percent {
        let value: Int64
        let start: Int
    }

    struct Counts {
        let completed: Int64
        let total: Int64
        let start: Int
        let end: Int
        /// Whether it may be a date.
        let date: DateField?
    }

    private(set) var percents: [Percent] = []
    /// All have the total of the first.
    private(set) var counts: [Counts] = []
    /// Looks like counts, but is a date if nothing was counted before.
    private(set) var date: Counts?
    private(set) var sizes: [(completed: Int64, total: Int64)] = []

    private let line: ArraySlice<UInt8>

    init(_ line: ArraySlice<UInt8>, isFinished: Bool) {
        self.line = line
        let hasRatios = RatioLine.matches(line)
        var scanner = Scanner(line)
        scanner.skipToNumber()
        while !scanner.isAtEnd, counts.count + percents.count + sizes.count < 64 {
            let start = scanner.rest.startIndex
            var next = scanner
            if continues(before: start) || isMeasure(before: start) {
                scanner.skipNumber()
            } else if let size = ByteAmount.pair(&next) {
                sizes.append(size)
                scanner = next
                scanner.skipToNumber()
            } else if let found = nextCounts(&next, isFinished: isFinished) {
                take(found)
                scanner = next
                scanner.skipToNumber()
            } else {
                if !hasRatios, let percent = nextPercent(scanner) {
                    percents.append(Percent(value: percent, start: start))
                }
                scanner.skipNumber()
            }
        }
    }

    private mutating func take(_ found: Counts) {
        if found.date == .certain {
            date = date ?? found
        } else if counts.isEmpty || counts[0].total == found.total {
            counts.append(found)
        } else if counts.count == 1, counts[0].date == .possible {
            counts = [found]
        }
    }

    private func nextPercent(_ start: Scanner) -> Int64? {
        var scanner = start
        guard let value = scanner.wholeNumber(),
            scanner.skip("%") || scanner.skip("/100%") || scanner.skip(" %") || scanner.skip("\u{A0}%"),
            value <= 100, scanner.rest.first.map({ $0.isWordByte && $0 < 0x80 }) != true
        else { return nil }
        // `45% of original` is a ratio, `45% of 10 MB` is none.
        scanner.skip(" of")
        return Self.measures.contains(Self.word(scanner.rest)) ? nil : value
    }

    /// Reads counts. In a line that may still grow, something has to follow them, since more digits might.
    private func nextCounts(_ scanner: inout Scanner, isFinished: Bool) -> Counts? {
        var next = scanner
        let start = next.rest.startIndex
        guard let completed = next.groupedInteger() else { return nil }
        next.skipSpaces()
        guard next.skip("/") || next.skip("of ") || next.skip("out of ") else { return nil }
        next.skipSpaces()
        guard let total = next.groupedInteger(), completed <= total, total > 1 else { return nil }
        let end = next.rest.startIndex
        let date = DateField(line, from: start, to: end, completed, total)
        let found = Counts(completed: completed, total: total, start: start, end: end, date: date)
        guard let byte = next.rest.first else {
            guard isFinished else { return nil }
            scanner = next
            return found
        }
        if byte.isWordByte || byte == UInt8(ascii: "/") { return nil }
        let goesOn = next.rest.dropFirst().first?.isWordByte == true
        let word = Self.word(next.rest)
        if ".-:%,".utf8.contains(byte) && goesOn || Self.durations.contains(word) || Self.outcomes.contains(word) {
            return nil
        }
        scanner = next
        return found
    }

    /// Whether the number at `index` is the end of something longer: a path, a date, a version.
    private func continues(before index: Int) -> Bool {
        guard index > line.startIndex else { return false }
        let byte = line[index - 1]
        // `10%...20%`
        if line[..<index].suffix(2).elementsEqual("..".utf8) { return false }
        return byte.isWordByte || "/.-:_,+".utf8.contains(byte)
    }

    /// Whether the word or the decimal number before shows that it measures something else, such as a load.
    private func isMeasure(before index: Int) -> Bool {
        let head = line[..<index]
        let trimmed = head.dropLast(head.reversed().prefix { " :=(<~#".utf8.contains($0) }.count)
        let word = trimmed.suffix(from: (trimmed.lastIndex { !$0.isASCIILetter }).map { $0 + 1 } ?? trimmed.startIndex)
        if Self.measures.contains(Self.lowercased(word)) { return true }
        let digits = trimmed.reversed().prefix(while: \.isDigit).count
        let before = trimmed.dropLast(digits)
        return head.last == UInt8(ascii: " ") && trimmed.count + 1 == head.count && digits == 2
            && before.last == UInt8(ascii: ".")
    }

    /// The first word of `rest`.
    private static func word(_ rest: ArraySlice<UInt8>) -> String {
        lowercased(rest.drop { " )".utf8.contains($0) }.prefix { $0.isASCIILetter })
    }

    private static func lowercased(_ word: ArraySlice<UInt8>) -> String {
        String(decoding: word, as: UTF8.self).lowercased()
    }

    private static let measures: Set<String> = [
        "acc", "accuracy", "attempt", "battery", "compressed", "compression", "confidence", "coverage", "cpu",
        "deflated", "disk", "dissimilarity", "faster", "free", "grade", "heap", "hit", "hits", "idle", "load", "loss",
        "mem", "memory", "opacity", "original", "packet", "peers", "psnr", "ram", "rate", "rating", "ratio", "retry",
        "saved", "score", "similar", "similarity", "slots", "slower", "smaller", "space", "stored", "swap", "threads",
        "try", "usage", "used", "using", "util", "utilization", "volume", "width", "workers",
    ]

    /// `3 of 10 failed` and `2/8 busy` say how it goes, and not how far it is.
    private static let outcomes: Set<String> = [
        "busy", "errors", "failed", "failing", "failures", "threads", "workers",
    ]

    private static let durations: Set<String> = [
        "d", "day", "days", "h", "hour", "hours", "hr", "m", "min", "mins", "minute", "minutes", "ms", "s", "sec",
        "secs",
        "second", "seconds",
    ]
}

extension Scanner {
    mutating func skipToNumber() { self = Scanner(rest.drop { !$0.isDigit }) }

    /// Skips the digits here and everything up to the next number.
    mutating func skipNumber() {
        self = Scanner(rest.drop { $0.isDigit })
        skipToNumber()
    }

    /// Reads `1234`, `1,234`, `1'234`, or digits grouped by a space that does not break, as in French.
    mutating func groupedInteger() -> Int64? {
        guard var value = integer() else { return nil }
        while value < 1 << 50, let group = nextGroup() { value = value * 1_000 + group }
        return value
    }

    private mutating func nextGroup() -> Int64? {
        var next = self
        let separators: [StaticString] = [",", "'", "\u{2019}", "\u{A0}", "\u{202F}"]
        guard separators.contains(where: { next.skip($0) }), next.rest.prefix(while: \.isDigit).count == 3,
            let group = next.integer()
        else { return nil }
        self = next
        return group
    }
}

extension UInt8 {
    var isASCIILetter: Bool { (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self) }
}

extension ArraySlice<UInt8> {
    /// - Complexity: O(count).
    func contains(_ text: StaticString) -> Bool {
        let wanted = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
        return firstRange(of: wanted) != nil
    }
}
