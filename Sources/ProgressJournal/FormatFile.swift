internal import ProgressRecords

/// The text of the file `format`.
///
/// ```text
/// progressd data, format 2
/// progressd 0.3.0 or later reads it
/// checksum 1f2e3d4c
/// ```
///
/// The file of format 1 has the first line alone, because progressd 0.1 compares all of it. So 0.1 opens what a later
/// version wrote in format 1, and names the first line of any other. The checksum is of all before its line: a flipped
/// bit is no newer format.
struct FormatFile: Equatable {
    /// More bytes than any such file has.
    static let mostBytes = 200
    private static let first = "progressd data, format "
    private static let (second, secondEnd) = ("progressd ", " or later reads it")
    private static let third = "checksum "

    let number: Int
    /// The lowest version of progressd that reads the directory.
    let reader: String

    init(number: Int, reader: String) {
        self.number = number
        self.reader = reader
    }

    init(_ form: RecordForm) { self.init(number: form.rawValue, reader: form.reader) }

    var text: String {
        let head = "\(Self.first)\(number)\n"
        if number == 1 { return head }
        let text = "\(head)\(Self.second)\(reader)\(Self.secondEnd)\n"
        return "\(text)\(Self.third)\(Self.checksum(text))\n"
    }

    /// Nil if no version writes such a text.
    init?(text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard let head = lines.first, head.hasPrefix(Self.first),
            let number = Int(head.dropFirst(Self.first.count))
        else { return nil }
        var reader = "0.1.0"
        if number > 1 {
            guard lines.count > 2, lines[1].hasPrefix(Self.second), lines[1].hasSuffix(Self.secondEnd) else {
                return nil
            }
            reader = String(lines[1].dropFirst(Self.second.count).dropLast(Self.secondEnd.count))
        }
        self.init(number: number, reader: reader)
        guard number > 0, self.text == text else { return nil }
    }

    private static func checksum(_ text: String) -> String {
        let sum = Array(text.utf8).withUnsafeBytes { Checksum.of($0) }
        let digits = String(sum, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }
}
