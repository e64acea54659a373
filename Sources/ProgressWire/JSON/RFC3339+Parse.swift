extension RFC3339 {
    /// Milliseconds since 1970, nil unless `text` is one valid moment: any offset, any number of decimals (what is
    /// finer than a millisecond is dropped), `t` and `z` in lower case. The leap second 23:59:60 UTC is the
    /// moment after it.
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

    /// The decimals at the start as milliseconds: 0 if there is no point, nil if a point has no digit behind it.
    private static func takeFraction(_ rest: inout ArraySlice<UInt8>) -> Int64? {
        guard rest.first == UInt8(ascii: ".") else { return 0 }
        let digits = rest.dropFirst().prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
        guard !digits.isEmpty else { return nil }
        rest = rest[digits.endIndex...]
        return number(digits.prefix(3) + repeatElement(UInt8(ascii: "0"), count: max(0, 3 - digits.count)))
    }

    /// How many minutes the moment's clock is ahead of UTC.
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
