/// `42%`, `12/34` or `12 of 34` in a line.
struct NumberSighting {
    let reading: Reading
    let isPercent: Bool

    /// The first of each in the line; where both say the same, the counts are the finer ones.
    init?(in line: ArraySlice<UInt8>, isFinished: Bool) {
        var percent: Int64?
        var counts: (completed: Int64, total: Int64)?
        var scanner = Scanner(line)
        scanner.skipToNumber()
        while !scanner.isAtEnd, percent == nil || counts == nil {
            if !Self.continues(before: scanner.rest.startIndex, in: line) {
                percent = percent ?? Self.percent(scanner)
                counts = counts ?? Self.counts(scanner, isFinished: isFinished)
            }
            scanner.skipNumber()
        }
        if let counts, percent.map({ Self.agree($0, counts) }) ?? true {
            reading = Reading(completed: counts.completed, total: counts.total)
            isPercent = false
        } else if let percent {
            reading = Reading(completed: percent, total: 100)
            isPercent = true
        } else {
            return nil
        }
    }

    private static func percent(_ start: Scanner) -> Int64? {
        var scanner = start
        guard let value = scanner.wholeNumber(), scanner.skip("%") || scanner.skip(" %"), value <= 100 else {
            return nil
        }
        return value
    }

    /// Something has to follow in a line that may still grow, since more digits might.
    private static func counts(_ start: Scanner, isFinished: Bool) -> (completed: Int64, total: Int64)? {
        var scanner = start
        guard let completed = scanner.integer(), scanner.skip("/") || scanner.skip(" / ") || scanner.skip(" of "),
            let total = scanner.integer(), completed <= total, total > 1
        else { return nil }
        guard let next = scanner.rest.first else { return isFinished ? (completed, total) : nil }
        if next.isWordByte || next == UInt8(ascii: "/") { return nil }
        let goesOn = scanner.rest.dropFirst().first?.isWordByte == true
        return ".-:%".utf8.contains(next) && goesOn ? nil : (completed, total)
    }

    private static func agree(_ percent: Int64, _ counts: (completed: Int64, total: Int64)) -> Bool {
        abs(Double(counts.completed) / Double(counts.total) * 100 - Double(percent)) <= 1
    }

    /// Whether the number there is the end of something longer: a path, a date, a version.
    private static func continues(before index: Int, in line: ArraySlice<UInt8>) -> Bool {
        guard index > line.startIndex else { return false }
        let byte = line[index - 1]
        return byte.isWordByte || "/.-:_,".utf8.contains(byte)
    }
}

extension Scanner {
    mutating func skipToNumber() { self = Scanner(rest.drop { !$0.isDigit }) }

    /// Goes to the next number.
    mutating func skipNumber() {
        self = Scanner(rest.drop { $0.isDigit })
        skipToNumber()
    }
}
