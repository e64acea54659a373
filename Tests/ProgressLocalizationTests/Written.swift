@testable import ProgressLocalization

/// Pieces of text as the descriptions write them, to hold against others who write them.
extension Language {
    var cldr: CLDR { box.catalog.cldr }

    func written(_ number: DecimalNumber) -> String {
        text { cldr.numbers.append(number, to: &$0) }
    }

    func writtenPercent(_ percent: UInt64) -> String {
        text { cldr.percent.append(to: &$0) { _, bytes in cldr.numbers.append(DecimalNumber(percent), to: &bytes) } }
    }

    func quoted(_ name: String) -> String {
        text { box.catalog.quotation.append(to: &$0) { _, bytes in bytes.append(contentsOf: name.utf8) } }
    }

    func writtenBytes(_ count: UInt64) -> String {
        let amount = ByteAmount(count)
        return text { describer.append(amount.number, in: cldr.bytes[Int(amount.unit.rawValue)], to: &$0) }
    }

    func writtenRate(_ count: UInt64) -> String {
        text { cldr.perSecond.append(to: &$0) { _, bytes in bytes.append(contentsOf: writtenBytes(count).utf8) } }
    }

    func written(_ part: DurationParts.Part) -> String {
        text { describer.append(DecimalNumber(part.count), in: cldr.durations[Int(part.unit.rawValue)], to: &$0) }
    }

    func written(_ parts: DurationParts) -> String {
        guard let smaller = parts.smaller else { return written(parts.larger) }
        return text {
            cldr.durationPair.append(to: &$0) { place, bytes in
                bytes.append(contentsOf: written(place == .larger ? parts.larger : smaller).utf8)
            }
        }
    }

    private var describer: Describer { Describer(language: self) }

    private func text(_ append: (inout [UInt8]) -> Void) -> String {
        var bytes: [UInt8] = []
        append(&bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension DecimalNumber {
    /// `5.3`, as the fixtures write numbers.
    init(_ text: some StringProtocol) {
        let parts = text.split(separator: ".")
        let fraction = parts.count > 1 ? parts[1] : ""
        self.init(scaled: UInt64("\(parts[0])\(fraction)") ?? 0, digitCount: fraction.count)
    }
}
