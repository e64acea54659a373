/// A date of a log line that looks like counts: `01/12 backup done`, `12/31 23:59 started`.
enum DateField {
    /// A time of day follows.
    case certain
    /// The first field of a line, with two digits each.
    case possible

    /// - Parameters:
    ///   - start: the index of the first digit.
    ///   - end: the index after the last one.
    init?(_ line: ArraySlice<UInt8>, from start: Int, to end: Int, _ first: Int64, _ second: Int64) {
        let text = line[start..<end]
        guard text.count <= 5, text.contains(UInt8(ascii: "/")), !text.contains(UInt8(ascii: " ")),
            (1...31).contains(first), (1...31).contains(second), min(first, second) <= 12
        else { return nil }
        let isFirst = !line[..<start].contains { !" \t[(<".utf8.contains($0) }
        let isPadded = text.count == 5
        if isFirst || isPadded, let hour = Self.hour(line[end...]), isPadded || hour > 0 {
            self = .certain
        } else if isFirst, isPadded, line[end...].first.map({ " \t".utf8.contains($0) }) ?? true {
            self = .possible
        } else {
            return nil
        }
    }

    /// The hour if the next field is a time of day. `1/12 00:05` more likely says how long it took.
    private static func hour(_ rest: ArraySlice<UInt8>) -> Int64? {
        var scanner = Scanner(rest)
        scanner.skip(",")
        scanner.skipSpaces()
        guard scanner.rest.count < rest.count, let hour = scanner.integer(), hour < 24, scanner.skip(":"),
            scanner.rest.prefix(while: \.isDigit).count == 2, let minute = scanner.integer(), minute < 60
        else { return nil }
        return hour
    }
}
