/// pytest: `test_a.py ......      [ 30%]` of `collected 20 items`.
struct PytestParser: OutputParser {
    private var items: Int64?

    mutating func read(_ line: ArraySlice<UInt8>, isFinished: Bool) -> Reading? {
        var scanner = Scanner(line)
        if scanner.skip("collected ") {
            // `collected 20 items / 5 deselected / 15 selected`
            items = isFinished ? Self.number(before: " selected", in: line) ?? scanner.integer() : nil
            return nil
        }
        guard let percent = Self.number(before: "%]", in: line), percent <= 100 else { return nil }
        guard let items, items > 0, items < Int64.max / 100 else { return Reading(completed: percent, total: 100) }
        return Reading(completed: (items * percent + 50) / 100, total: items)
    }

    private static func number(before text: StaticString, in line: ArraySlice<UInt8>) -> Int64? {
        let wanted = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
        guard let mark = line.firstRange(of: wanted) else { return nil }
        let digits = line[..<mark.lowerBound].reversed().prefix(while: \.isDigit).count
        var scanner = Scanner(line[(mark.lowerBound - digits)...])
        return scanner.integer()
    }
}
