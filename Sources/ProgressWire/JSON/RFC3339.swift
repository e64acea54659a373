/// Moments as text (RFC 3339), in milliseconds since 1970 (UTC), in the proleptic Gregorian calendar.
package enum RFC3339 {
    /// 0000-01-01T00:00:00.000Z
    static let earliest: Int64 = -719_528 * 86_400_000
    /// 9999-12-31T23:59:59.999Z
    static let latest: Int64 = 253_402_300_799_999

    /// The date a number of days after 0000-01-01; up to the year 9999.
    ///
    /// Years run from March, so that the leap day comes last and months have a fixed pattern, and are counted from
    /// -400, so that nothing is negative and the four centuries begin where the calendar's do.
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
