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
        if StatusLine.matches(line) { return }
        let hasRatios = RatioLine.matches(line)
        var scanner = Scanner(line)
        scanner.skipToNumber()
        while !scanner.isAtEnd, counts.count + percents.count + sizes.count < 64 {
            let start = scanner.rest.startIndex
            var next = scanner
            if continues(before: start), !isLabeledPercent(scanner) {
                scanner.skipNumber()
            } else if isMeasure(scanner, isFinished: isFinished) {
                scanner.skipMeasure()
            } else if let size = ByteAmount.pair(&next) {
                if !isRatio(next.rest), !MeasureWords.begin(next.rest) {
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
        return MeasureWords.begin(scanner.rest) ? nil : value
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
        if next.rest.beginsInWord || byte == UInt8(ascii: "/") { return nil }
        let goesOn = next.rest.dropFirst().first?.isWordByte == true
        if ".-:%,".utf8.contains(byte) && goesOn || MeasureWords.spoilCounts(before: next.rest) { return nil }
        scanner = next
        return found
    }

    /// Whether the number at `index` is the end of something longer: a path, a date, a version.
    private func continues(before index: Int) -> Bool {
        let head = line[..<index]
        guard let byte = head.last else { return false }
        // `10%...20%`
        if head.suffix(2).elementsEqual("..".utf8) { return false }
        return head.endsInWord || "/.-:_,+".utf8.contains(byte)
    }

    /// `Progress:45%`
    private func isLabeledPercent(_ scanner: Scanner) -> Bool {
        let head = line[..<scanner.rest.startIndex]
        return head.last == UInt8(ascii: ":") && head.dropLast().last?.isASCIILetter == true
            && nextPercent(scanner) != nil
    }

    /// Whether the text before shows that the number measures something else, such as a load.
    private func isMeasure(_ scanner: Scanner, isFinished: Bool) -> Bool {
        let head = line[..<scanner.rest.startIndex]
        guard MeasureWords.end(head) else { return false }
        if MeasureWords.allowPercent(after: head), nextPercent(scanner) != nil { return false }
        guard MeasureWords.allowCounts(after: head) else { return true }
        var (size, counts) = (scanner, scanner)
        return ByteAmount.pair(&size) != nil || nextCounts(&counts, isFinished: isFinished) == nil
    }
}

extension Scanner {
    mutating func skipToNumber() { self = Scanner(rest.drop { !$0.isDigit }) }

    /// Skips the digits here and everything up to the next number.
    mutating func skipNumber() {
        self = Scanner(rest.drop { $0.isDigit })
        skipToNumber()
    }

    /// Skips a number, or two and their share, and everything up to the next one: `9100/10000 (91%)`.
    mutating func skipMeasure() {
        var next = self
        guard ByteAmount.pair(&next) != nil || next.skipCounts() else { return skipNumber() }
        self = next
        next.skipSpaces()
        if next.skip("("), next.wholeNumber() != nil, next.skip("%") { self = next }
        skipToNumber()
    }

    private mutating func skipCounts() -> Bool {
        guard groupedInteger() != nil else { return false }
        skipSpaces()
        guard skip("/") || skip("of ") else { return false }
        skipSpaces()
        return groupedInteger() != nil
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
