/// Moments as text (RFC 3339), in milliseconds since 1970 (UTC), in the proleptic Gregorian calendar.
package enum RFC3339 {
    /// 0000-01-01T00:00:00.000Z
    static let earliest: Int64 = -719_528 * 86_400_000
    /// 9999-12-31T23:59:59.999Z
    static let latest: Int64 = 253_402_300_799_999

    /// The date a number of days after 0000-01-01; up to the year 9999.
    ///
    /// Years start in March, so the leap day comes last and months have a fixed pattern. They count from -400, so nothing
    /// is negative and the cycle of 400 years begins where that of the calendar does.
    static func date(daysSinceYear0 days: UInt32) -> (year: UInt32, month: UInt32, day: UInt32) {
        let (centuries, inCentury) = (4 * (days + 146_037) + 3).quotientAndRemainder(dividingBy: 146_097)
        let (years, inYear) = (inCentury | 3).quotientAndRemainder(dividingBy: 1461)
        let dayOfYear = inYear / 4
        let month = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * month + 2) / 5 + 1
        let year = 100 * centuries + years
        return month < 10 ? (year - 400, month + 3, day) : (year - 399, month - 9, day)
    }

    /// Days from 1970-01-01 to a valid date of the years 0 to 9999, counted as above.
    static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
        let isBeforeMarch = month < 3
        let years = year + (isBeforeMarch ? 399 : 400)
        let dayOfYear = (153 * (isBeforeMarch ? month + 9 : month - 3) + 2) / 5 + day - 1
        return 365 * years + years / 4 - years / 100 + years / 400 + dayOfYear - 865_565
    }

    static func dayCount(year: Int64, month: Int64) -> Int64 {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

extension RFC3339 {
    /// Milliseconds since 1970; nil unless `text` is one valid moment. Takes any offset, any number of decimals (drops
    /// those after milliseconds), and lower-case `t` and `z`. The leap second 23:59:60 UTC is the moment after it.
    package static func parse(_ text: some Collection<UInt8>) -> Int64? {
        let bytes = Array(text)
        guard bytes.count >= 20, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
            bytes[10] | 0x20 == UInt8(ascii: "t"), bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":"),
            let year = number(bytes[0..<4]), let month = number(bytes[5..<7]), let day = number(bytes[8..<10]),
            let hour = number(bytes[11..<13]), let minute = number(bytes[14..<16]), let second = number(bytes[17..<19])
        else { return nil }
        guard (1...12).contains(month), day >= 1, day <= dayCount(year: year, month: month), hour < 24, minute < 60,
            second <= 60
        else { return nil }
        var rest = bytes[19...]
        guard let milliseconds = takeFraction(&rest), let offset = offset(rest) else { return nil }
        let minutes = days(year: year, month: month, day: day) * 1440 + hour * 60 + minute - offset
        if second == 60, (minutes + 1) % 1440 != 0 { return nil }
        return (minutes * 60 + second) * 1000 + milliseconds
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
        var value: Int64 = 0
        for byte in digits {
            guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
            value = value * 10 + Int64(byte - UInt8(ascii: "0"))
        }
        return value
    }

    /// The decimals at the start as milliseconds: 0 without a point, nil if no digit follows the point.
    private static func takeFraction(_ rest: inout ArraySlice<UInt8>) -> Int64? {
        guard rest.first == UInt8(ascii: ".") else { return 0 }
        let digits = rest.dropFirst().prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
        guard !digits.isEmpty else { return nil }
        rest = rest[digits.endIndex...]
        return number(digits.prefix(3) + repeatElement(UInt8(ascii: "0"), count: max(0, 3 - digits.count)))
    }

    /// The offset from UTC in minutes.
    private static func offset(_ text: ArraySlice<UInt8>) -> Int64? {
        guard let sign = text.first else { return nil }
        if sign | 0x20 == UInt8(ascii: "z") { return text.count == 1 ? 0 : nil }
        let colon = text.startIndex + 3
        guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"), text.count == 6,
            text[colon] == UInt8(ascii: ":"), let hours = number(text[colon - 2..<colon]), hours < 24,
            let minutes = number(text[colon + 1..<colon + 3]), minutes < 60
        else { return nil }
        return (sign == UInt8(ascii: "-") ? -1 : 1) * (hours * 60 + minutes)
    }
}
