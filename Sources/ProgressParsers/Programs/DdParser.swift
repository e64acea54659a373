/// `dd status=progress`: bytes, and a total if `count=` gives the number of blocks.
///
/// `30008192 bytes (30 MB, 29 MiB) copied, 1 s, 24.7 MB/s`, in the language of the user.
struct DdParser: OutputParser {
    private let total: Int64?

    init(arguments: [String]) {
        func value(_ name: String) -> String? {
            arguments.last { $0.hasPrefix(name) }.map { String($0.dropFirst(name.count)) }
        }
        let block = value("bs=") ?? value("ibs=") ?? "512"
        let countsBytes = value("iflag=")?.contains("count_bytes") == true || value("count=")?.hasSuffix("B") == true
        total = value("count=").flatMap { Self.number(countsBytes ? $0 : "\(block)x\($0)") }
    }

    func read(_ line: ArraySlice<UInt8>, isFinished _: Bool) -> Reading? {
        var scanner = Scanner(line)
        guard let bytes = scanner.integer(), scanner.skip(" "), let word = scanner.text(before: UInt8(ascii: "(")),
            word.first?.isWordByte == true, word.last == UInt8(ascii: " ")
        else { return nil }
        let total = total.flatMap { $0 > 0 ? $0 : nil }
        var reading = Reading(completed: total.map { min(bytes, $0) } ?? bytes, total: total)
        reading.isBytes = true
        reading.operation = "copying"
        return reading
    }

    /// `64k`, `1M`, `4MB`, `2x512`.
    private static func number(_ text: String) -> Int64? {
        var product: Int64 = 1
        for factor in text.split(separator: "x", omittingEmptySubsequences: false) {
            let digits = factor.prefix(while: \.isNumber)
            guard let value = Int64(digits), let unit = unit(factor[digits.endIndex...]), value < 1 << 40 else {
                return nil
            }
            let (next, isTooMuch) = product.multipliedReportingOverflow(by: value * unit)
            if isTooMuch { return nil }
            product = next
        }
        return product
    }

    private static func unit(_ suffix: Substring) -> Int64? {
        switch suffix {
        case "", "c", "B": 1
        case "w": 2
        case "b": 512
        case "kB", "KB": 1_000
        case "k", "K", "KiB": 1 << 10
        case "MB": 1_000_000
        case "M", "MiB": 1 << 20
        case "GB": 1_000_000_000
        case "G", "GiB": 1 << 30
        default: nil
        }
    }
}
