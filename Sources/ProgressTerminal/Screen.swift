/// A part of a terminal that is redrawn repeatedly, without the alternate screen: the last drawing stays.
package struct Screen {
    /// The cells of each line that is on the terminal now.
    private var drawn: [Int] = []

    package init() {}

    /// The bytes that draw `lines` over the previous ones. The cursor ends in the first cell below them.
    ///
    /// - Parameters:
    ///   - lines: with colors or without, fewer than the terminal has rows.
    ///   - width: the terminal's present width; lines drawn when it was wider take several rows. 0 counts as 1.
    package mutating func redraw(_ lines: [String], width: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        let width = max(width, 1)
        let rows = drawn.reduce(0) { $0 + max(($1 + width - 1) / width, 1) }
        if rows > 0 { bytes.append("\u{1B}[\(rows)A\r") }
        for line in lines {
            bytes.append(line)
            bytes.append("\u{1B}[K\r\n")
        }
        if rows > 0 { bytes.append("\u{1B}[J") }
        drawn = lines.map(Self.cells)
        return bytes
    }

    /// The visible cells of a line: characters from ESC up to a letter take none.
    private static func cells(_ line: String) -> Int {
        var cells = 0
        var isEscape = false
        for scalar in line.unicodeScalars {
            if scalar == "\u{1B}" {
                isEscape = true
            } else if isEscape {
                isEscape = !scalar.properties.isAlphabetic
            } else {
                cells += DisplayText.width(of: scalar)
            }
        }
        return cells
    }
}
