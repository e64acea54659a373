extension [UInt8] {
    /// Appends `"2026-01-02T03:04:05.678Z"`, in quotes; moments outside the years 0 to 9999 become the nearest inside.
    /// - Parameter milliseconds: since 1970 (UTC).
    package mutating func appendRFC3339(milliseconds: Int64) {
        append(atMost: RawWriter.momentByteCount) { $0.appendRFC3339(milliseconds: milliseconds) }
    }
}

extension RawWriter {
    /// The bytes of a moment, in quotes.
    static let momentByteCount = 26

    mutating func appendRFC3339(milliseconds: Int64) {
        let moment = min(max(milliseconds, RFC3339.earliest), RFC3339.latest) - RFC3339.earliest
        let (days, time) = moment.quotientAndRemainder(dividingBy: 86_400_000)
        let date = RFC3339.date(daysSinceYear0: UInt32(truncatingIfNeeded: days))
        let (seconds, fraction) = UInt32(truncatingIfNeeded: time).quotientAndRemainder(dividingBy: 1000)
        append(count: Self.momentByteCount) { text in
            let template: StaticString = "\"0000-00-00T00:00:00.000Z\""
            text.update(from: template.utf8Start, count: Self.momentByteCount)
            DecimalPairs.write(date.year / 100, to: text + 1)
            DecimalPairs.write(date.year % 100, to: text + 3)
            DecimalPairs.write(date.month, to: text + 6)
            DecimalPairs.write(date.day, to: text + 9)
            DecimalPairs.write(seconds / 3600, to: text + 12)
            DecimalPairs.write(seconds / 60 % 60, to: text + 15)
            DecimalPairs.write(seconds % 60, to: text + 18)
            text[21] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: fraction / 100)
            DecimalPairs.write(fraction % 100, to: text + 22)
        }
    }

    @inline(__always)
    mutating func appendMoment(_ milliseconds: Int64?) {
        if let milliseconds { appendRFC3339(milliseconds: milliseconds) } else { append("null") }
    }
}
