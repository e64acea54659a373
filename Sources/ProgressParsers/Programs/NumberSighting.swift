/// `42%`, `12/34`, `12 of 34` or `5.1/50.3 MB` in a line.
struct NumberSighting {
    enum Kind { case percent, count, size }

    let reading: Reading
    let kind: Kind
    /// Whether the counts may be a date.
    private(set) var date: DateField?
    /// The letters of a line that begins with what may be a date.
    private(set) var letters: [UInt8] = []
    /// The words of a line that has nothing but them and counts, such as `Epoch 1/3`; nil for others.
    private(set) var label: LineLabel?
    /// The beginning of the line, up to the number at most.
    let heading: ArraySlice<UInt8>

    /// Counts win over a percentage, because they say more. If a percentage follows them and does not agree, the counts
    /// are those of the whole, and the percentage is that of an item.
    ///
    /// - Parameter hasGrown: whether an earlier line was its beginning: then its last number counts.
    init?(in line: ArraySlice<UInt8>, isFinished: Bool, hasGrown: Bool = false) {
        let found = NumbersOfLine(line, isFinished: isFinished)
        let percent = Self.last(of: found.percents, \.value, atLeast: hasGrown ? 2 : 3)
        let isDate = found.counts.isEmpty && found.percents.isEmpty && found.sizes.isEmpty
        let counts = isDate ? found.date : Self.last(of: found.counts, \.completed, atLeast: 2)
        if let counts, let steps = found.others, StepLevels.isHeading(line[..<counts.start]),
            let reading = StepLevels.reading(
                "Epoch \(counts.completed)/\(counts.total)",
                counts.completed,
                of: counts.total,
                steps: steps.completed,
                of: steps.total
            )
        {
            self.reading = reading
            kind = .count
            heading = line[..<counts.start].prefix(Self.longestHeading)
        } else if let counts, percent.map({ $0.start > counts.end || Self.agree($0.value, counts) }) ?? true {
            var reading = Reading(completed: counts.completed, total: counts.total)
            if let percent, !Self.agree(percent.value, counts) {
                let name = ItemName.text(line[counts.end..<percent.start]) ?? "\(counts.completed)"
                var part = Part(name, completed: percent.value, total: 100)
                part.isFleeting = true
                reading.parts = [part]
            }
            self.reading = reading
            kind = .count
            heading = line[..<counts.start].prefix(Self.longestHeading)
            date = counts.date
            if date == .possible { letters = line.filter(\.isASCIILetter) }
            if percent == nil, found.counts.count == 1 { label = LineLabel(line, from: counts.start, to: counts.end) }
        } else if let size = found.sizes.last,
            percent.map({ $0.start > size.start || Self.agree($0.value, size.completed, of: size.total) }) ?? true
        {
            var reading = Reading(completed: size.completed, total: size.total)
            reading.isBytes = true
            self.reading = reading
            kind = .size
            heading = line[..<size.start].prefix(Self.longestHeading)
        } else if let percent {
            reading = Self.mapAndReduce(found, in: line) ?? Reading(completed: percent.value, total: 100)
            kind = .percent
            heading = line[..<percent.start].prefix(Self.longestHeading)
        } else {
            return nil
        }
    }

    private static let longestHeading = 100

    /// The last number if they only grow and there are at least `count`; else the first.
    private static func last<Number>(of all: [Number], _ value: (Number) -> Int64, atLeast count: Int) -> Number? {
        let grows = zip(all, all.dropFirst()).allSatisfy { value($0) < value($1) }
        return grows && all.count >= count ? all.last : all.first
    }

    private static func agree(_ percent: Int64, _ counts: NumbersOfLine.Counts) -> Bool {
        agree(percent, counts.completed, of: counts.total)
    }

    private static func agree(_ percent: Int64, _ completed: Int64, of total: Int64) -> Bool {
        abs(Double(completed) / Double(total) * 100 - Double(percent)) <= 1
    }

    /// Hadoop: `map 100% reduce 33%`
    private static func mapAndReduce(_ found: NumbersOfLine, in line: ArraySlice<UInt8>) -> Reading? {
        guard found.percents.count == 2, let map = found.percents.first, let reduce = found.percents.last,
            line[..<map.start].suffix(4).elementsEqual("map ".utf8),
            line[..<reduce.start].suffix(7).elementsEqual("reduce ".utf8)
        else { return nil }
        return Reading(completed: map.value + reduce.value, total: 200)
    }
}

/// The name of an item, taken from a line that shows the item's progress.
enum ItemName {
    /// The text up to the bar or the number that comes after it; nil if there is no word.
    static func text(_ bytes: ArraySlice<UInt8>) -> String? {
        let text = Substring(String(decoding: bytes, as: UTF8.self)).drop { !$0.isLetter && !$0.isNumber }
        let words = text.prefix { !"[|━#<()".contains($0) }.split(separator: " ")
        // Numbers are sizes, speeds, losses and times, which change.
        let own = words.drop(while: isNumber).prefix { !isNumber($0) }
        let name = Substring(own.joined(separator: " ")).trimming { " :.=-]".contains($0) }
        return name.isEmpty || name.utf8.count > 200 ? nil : String(name)
    }

    private static func isNumber(_ word: Substring) -> Bool { word.utf8.first?.isDigit == true }
}
