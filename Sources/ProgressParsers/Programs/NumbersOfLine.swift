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
    /// The first ones with another total.
    private(set) var others: Counts?
    /// Looks like counts, but is a date if nothing was counted before.
    private(set) var date: Counts?
    private(set) var sizes: [(completed: Int64, total: Int64, start: Int)] = []

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
                if !isRatio(next.rest), !isMeasure(after: next.rest) {
                    sizes.append((size.completed, size.total, start))
                }
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
        } else if others == nil {
            others = found
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
        return isMeasure(after: scanner.rest) ? nil : value
    }

    /// xz: `1.3 MiB / 1.7 MiB = 0.740` is compressed and read.
    private func isRatio(_ rest: ArraySlice<UInt8>) -> Bool {
        var scanner = Scanner(rest)
        scanner.skipSpaces()
        return scanner.skip("= ") && scanner.rest.first?.isDigit == true
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
        let words = Self.words(next.rest)
        if ".-:%,".utf8.contains(byte) && goesOn || words.first.map(Self.durations.contains) == true
            || !Self.outcomes.isDisjoint(with: words)
        {
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

    /// Whether the words or the decimal number before show that it measures something else, such as a load.
    private func isMeasure(before index: Int) -> Bool {
        let head = line[..<index]
        let trimmed = Self.trimmed(head)
        if Self.endsWithMeasure(trimmed) { return true }
        let digits = trimmed.reversed().prefix(while: \.isDigit).count
        let before = trimmed.dropLast(digits)
        return head.last == UInt8(ascii: " ") && trimmed.count + 1 == head.count && digits == 2
            && before.last == UInt8(ascii: ".")
    }

    /// `45% cache hits`, `3.1G/16G used`.
    private func isMeasure(after rest: ArraySlice<UInt8>) -> Bool {
        let words = Self.words(rest)
        return words.first.map(Self.measures.contains) == true || !Self.outcomes.isDisjoint(with: words)
    }

    /// `retry `, `retries left: `, `reduced by `, `F1: `, `GPU 0: `
    private static func endsWithMeasure(_ head: ArraySlice<UInt8>) -> Bool {
        let (last, rest) = lastWord(head)
        if measures.contains(last) || failures.contains(last) { return true }
        if links.contains(last) { return measures.contains(lastWord(rest).word) }
        if last.utf8.allSatisfy(\.isDigit) { return devices.contains(lastWord(rest).word) }
        return devices.contains(String(last.prefix { !$0.isNumber }))
    }

    /// The word at the end, and what is before it.
    private static func lastWord(_ head: ArraySlice<UInt8>) -> (word: String, rest: ArraySlice<UInt8>) {
        let start = head.lastIndex { !$0.isASCIILetter && !$0.isDigit }.map { $0 + 1 } ?? head.startIndex
        return (lowercased(head[start...]), trimmed(head[..<start]))
    }

    private static func trimmed(_ head: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let head = head.dropLast(head.reversed().prefix { " :=(<~#".utf8.contains($0) }.count)
        return head.suffix(3).elementsEqual("...".utf8) ? head.dropLast(3) : head
    }

    /// The first words of `rest`, three at most, with nothing but spaces between them.
    private static func words(_ rest: ArraySlice<UInt8>) -> [String] {
        var rest = rest.drop { " )".utf8.contains($0) }
        var words: [String] = []
        while words.count < 3, rest.first?.isASCIILetter == true {
            let word = rest.prefix { $0.isASCIILetter }
            words.append(lowercased(word))
            rest = rest[word.endIndex...].drop { $0 == UInt8(ascii: " ") }
        }
        return words
    }

    private static func lowercased(_ word: ArraySlice<UInt8>) -> String {
        String(decoding: word, as: UTF8.self).lowercased()
    }

    private static let measures: Set<String> = [
        "acc", "accuracy", "attempt", "attempts", "battery", "charged", "charging", "compressed", "compression",
        "confidence", "coverage", "covered", "cpu", "decrease", "decreased", "deflated", "disk", "dissimilarity",
        "f1", "faster", "free", "full", "gain", "gained", "gpu", "grade", "heap", "hit", "hits", "idle", "load",
        "loss", "mem", "memory", "opacity", "original", "packet", "peers", "precision", "psnr", "ram", "rate",
        "rated", "rating", "ratio", "recall", "reconnect", "reconnecting", "reduced", "reduction", "retried",
        "retries", "retry", "retrying", "rss", "saved", "saving", "savings", "score", "similar", "similarity",
        "slots", "slower", "smaller", "space", "stored", "swap", "threads", "top1", "top5", "tries", "try", "usage",
        "used", "using", "util", "utilization", "volume", "vram", "width", "workers",
    ]

    /// Words between a measure and its number.
    private static let links: Set<String> = ["at", "by", "is", "left", "of", "remaining", "to", "was"]

    /// Those of which a machine has several, with numbers.
    private static let devices: Set<String> = ["battery", "core", "cpu", "disk", "gpu"]

    private static let failures: Set<String> = [
        "errors", "failed", "failing", "fails", "failure", "failures", "warnings",
    ]

    /// `3 of 10 tests failed` and `2/8 busy` say how it goes, and not how far it is.
    private static let outcomes = failures.union(["busy", "hits", "threads", "unreachable", "workers", "timed"])

    private static let durations: Set<String> = [
        "d", "day", "days", "h", "hour", "hours", "hr", "m", "min", "mins", "minute", "minutes", "ms", "s", "sec",
        "second", "seconds", "secs",
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
