/// A client's text made safe for a terminal or a picture, on one line.
///
/// Control characters (an escape sequence could repaint a terminal, a line break forge a line), direction overrides,
/// and characters that XML 1.0 forbids become U+FFFD.
package struct DisplayText {
    package private(set) var scalars: [Unicode.Scalar]
    /// The width in terminal cells: East Asian letters take two, combining marks none.
    package private(set) var width: Int

    /// The most marks shown on one letter; no language needs more, and a text of marks alone would have no width.
    private static let maximumMarkCount = 8

    /// - Parameter limit: the maximum width, in cells; a longer text is cut and ends with an ellipsis.
    package init(_ text: some StringProtocol, limit: Int) {
        scalars = []
        width = 0
        var markCount = 0
        for scalar in text.unicodeScalars {
            let shown = Self.isHarmless(scalar) ? scalar : "\u{FFFD}"
            let cells = Self.width(of: shown)
            markCount = cells == 0 ? markCount + 1 : 0
            if markCount > Self.maximumMarkCount { continue }
            scalars.append(shown)
            width += cells
            if width > limit { break }
        }
        if width > limit {
            while width > limit - 1, let last = scalars.popLast() { width -= Self.width(of: last) }
            scalars.append("…")
            width += 1
        }
        dropUnmatchedIsolates()
    }

    /// Right-to-left descriptions isolate names. A start without its end would turn the rest of the line, and an end
    /// without its start could close an isolate around the text.
    private mutating func dropUnmatchedIsolates() {
        var open: [Int] = []
        var unmatched: Set<Int> = []
        for (index, scalar) in scalars.enumerated() {
            switch scalar.value {
            case 0x2066...0x2068: open.append(index)
            case 0x2069 where open.popLast() == nil: unmatched.insert(index)
            default: break
            }
        }
        unmatched.formUnion(open)
        guard !unmatched.isEmpty else { return }
        scalars = scalars.indices.filter { !unmatched.contains($0) }.map { scalars[$0] }
    }

    package var text: String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        return String(text)
    }

    package func append(to bytes: inout [UInt8]) {
        for scalar in scalars {
            if scalar.isASCII {
                bytes.append(UInt8(truncatingIfNeeded: scalar.value))
            } else {
                bytes.append(contentsOf: UTF8.encode(scalar)!)
            }
        }
    }

    private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0xFFFE, 0xFFFF: false
        default: true
        }
    }

    package static func width(of scalar: Unicode.Scalar) -> Int {
        // Below the combining marks, every letter and sign takes one cell; most texts have no others.
        if scalar.value < 0x300 { return 1 }
        let properties = scalar.properties
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark: return 0
        // A soft hyphen, and signs that enclose Arabic or Kaithi numbers, are visible.
        case .format where ![0xAD, 0x6DD, 0x70F, 0x8E2, 0x110BD, 0x110CD].contains(scalar.value):
            return (0x600...0x605).contains(scalar.value) ? 1 : 0
        default: break
        }
        if properties.isEmojiPresentation { return 2 }
        switch scalar.value {
        case 0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3,
            0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF,
            0x1AFF0...0x1B2FF, 0x1D300...0x1D376, 0x1F200...0x1F2FF, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
            return 2
        default: return 1
        }
    }
}
