/// The text of a number in parts: digits without zeros around them, and a power of ten.
///
/// The bytes must obey the grammar and outlive this. Every answer costs O(bytes) at most, whatever the exponent is.
struct JSONDecimal {
    let isNegative: Bool
    /// From the first digit that is not zero to the last; may contain the point. Empty for zero.
    private let digits: UnsafeBufferPointer<UInt8>
    private let digitCount: Int
    /// The value is 0.digits times ten to the power of (`scale` + exponent).
    private let scale: Int
    private let isExponentNegative: Bool
    private let exponentDigits: UnsafeBufferPointer<UInt8>
    private let text: UnsafeBufferPointer<UInt8>

    init(_ text: UnsafeBufferPointer<UInt8>) {
        self.text = text
        let start = text.first == UInt8(ascii: "-") ? 1 : 0
        isNegative = start == 1
        var end = start
        var point: Int?
        var first: Int?
        var last = start
        while end < text.count, text[end] | 0x20 != UInt8(ascii: "e") {
            switch text[end] {
            case UInt8(ascii: "."): point = end
            case UInt8(ascii: "0"): break
            default:
                first = first ?? end
                last = end
            }
            end += 1
        }
        let pointPosition = point ?? end
        let head = first ?? end
        digits = UnsafeBufferPointer(rebasing: first == nil ? text[end..<end] : text[head...last])
        digitCount = digits.count - (point != nil && head < pointPosition && pointPosition < last ? 1 : 0)
        scale = head < pointPosition ? pointPosition - head : pointPosition + 1 - head

        var exponent = min(end + 1, text.count)
        isExponentNegative = exponent < text.count && text[exponent] == UInt8(ascii: "-")
        if exponent < text.count, text[exponent] < UInt8(ascii: "0") { exponent += 1 }
        exponentDigits = UnsafeBufferPointer(rebasing: text[exponent...].drop { $0 == UInt8(ascii: "0") })
    }

    var isZero: Bool { digits.isEmpty }

    /// The value in any spelling, if it is whole and fits.
    static func int64(_ text: UnsafeBufferPointer<UInt8>) -> Int64? {
        shortInteger(text) ?? JSONDecimal(text).int64
    }

    private var int64: Int64? {
        guard !isZero else { return 0 }
        let places = scale + exponent
        guard places >= digitCount, places <= 19 else { return nil }
        let magnitude = significand * Self.powersOfTen[places - digitCount]
        guard isNegative else { return Int64(exactly: magnitude) }
        return magnitude <= Int64.min.magnitude ? Int64(truncatingIfNeeded: 0 &- magnitude) : nil
    }

    /// The nearest double, +0 for every zero; nil if it is not finite.
    var double: Double? {
        guard !isZero else { return 0 }
        let power = scale + exponent - digitCount
        if digitCount <= 15, power >= -22, power <= 22 {
            // Both factors are exact, so the one rounding is right.
            let factor = Self.exactPower(power.magnitude)
            let magnitude = power < 0 ? Double(significand) / factor : Double(significand) * factor
            return isNegative ? -magnitude : magnitude
        }
        guard let value = Double(String(decoding: text, as: UTF8.self)), value.isFinite else { return nil }
        return value + 0
    }
}

extension JSONDecimal {
    private static let powersOfTen: [UInt64] = [
        1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000, 10_000_000_000,
        100_000_000_000, 1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000, 1_000_000_000_000_000,
        10_000_000_000_000_000, 100_000_000_000_000_000, 1_000_000_000_000_000_000, 10_000_000_000_000_000_000,
    ]

    /// Ten to the power of 0 to 19.
    static func powerOfTen(_ power: Int) -> UInt64 { powersOfTen[power] }

    /// Ten to the power of 0 to 22, which doubles hold exactly.
    private static func exactPower(_ power: UInt) -> Double {
        power <= 18 ? Double(powersOfTen[Int(power)]) : Double(powersOfTen[Int(power) - 18]) * 1e18
    }

    /// The usual case: up to 18 digits and nothing else.
    private static func shortInteger(_ text: UnsafeBufferPointer<UInt8>) -> Int64? {
        let isNegative = text.first == UInt8(ascii: "-")
        let start = isNegative ? 1 : 0
        guard text.count - start <= 18 else { return nil }
        var value: Int64 = 0
        for position in start..<text.count {
            let digit = text[position] &- UInt8(ascii: "0")
            guard digit < 10 else { return nil }
            value = value &* 10 &+ Int64(digit)
        }
        return isNegative ? -value : value
    }

    /// The digits as one number; there must be at most 19.
    private var significand: UInt64 {
        var value: UInt64 = 0
        for byte in digits where byte != UInt8(ascii: ".") { value = value * 10 + UInt64(byte - UInt8(ascii: "0")) }
        return value
    }

    /// The exponent, limited to a bound that no `scale` can compensate.
    private var exponent: Int {
        guard exponentDigits.count <= 15 else { return isExponentNegative ? -1 << 60 : 1 << 60 }
        var value = 0
        for byte in exponentDigits { value = value * 10 + Int(byte - UInt8(ascii: "0")) }
        return isExponentNegative ? -value : value
    }
}
