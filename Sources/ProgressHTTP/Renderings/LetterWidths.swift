import ProgressTerminal

/// How wide a badge's text is in Verdana, 11 pixels, which badges name first and which its substitutes resemble.
enum LetterWidths {
    /// Advance widths of U+0020 to U+007E in units of 1/2048 of the size, from the font's `hmtx` table.
    private static let verdana: [Int] = [
        720, 806, 940, 1676, 1302, 2204, 1488, 550, 930, 930, 1302, 1676, 745, 930, 745, 930,
        1302, 1302, 1302, 1302, 1302, 1302, 1302, 1302, 1302, 1302, 930, 930, 1676, 1676, 1676, 1117,
        2048, 1400, 1404, 1430, 1578, 1295, 1177, 1588, 1539, 862, 931, 1419, 1140, 1726, 1532, 1612,
        1235, 1612, 1424, 1400, 1262, 1499, 1400, 2025, 1403, 1260, 1403, 930, 930, 930, 1676, 1302,
        1302, 1230, 1276, 1067, 1276, 1220, 720, 1276, 1296, 562, 705, 1212, 562, 1992, 1296, 1243,
        1276, 1276, 874, 1067, 807, 1296, 1212, 1676, 1212, 1212, 1076, 1300, 930, 1300, 1676,
    ]

    /// Pixels, rounded up, at least 1. A letter beyond ASCII counts as a wide one, an East Asian one as a square.
    static func pixels(_ text: DisplayText) -> Int {
        var units = 0
        for scalar in text.scalars {
            switch scalar.value {
            case 0x20...0x7E: units += verdana[Int(scalar.value) - 0x20]
            default: units += [0, 1_400, 2_048][DisplayText.width(of: scalar)]
            }
        }
        return max((units * 11 + 2_047) / 2_048, 1)
    }
}
