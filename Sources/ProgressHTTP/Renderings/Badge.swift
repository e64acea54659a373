import ProgressCore
import ProgressTerminal
import ProgressWire

/// One progress as a small SVG for a README or a pull request: its name, a bar and its state or percentage.
struct Badge {
    private let label: DisplayText
    private let value: DisplayText
    /// Nil where nothing is known.
    private let state: ProgressState?
    /// The filled part of the bar, 0 to 1.
    private let filled: Double

    /// - Parameter failedCount: how many nodes below it failed while it has not ended.
    init(_ snapshot: ProgressSnapshot, label: String, failedCount: Int) {
        self.init(
            label: label,
            state: snapshot.state,
            percent: snapshot.percentCompleted,
            fraction: snapshot.isIndeterminate ? nil : snapshot.fractionCompleted,
            failedCount: failedCount
        )
    }

    /// The badge of a run that is gone, as it was last.
    init(_ run: RunItem, label: String) {
        self.init(
            label: label,
            state: run.state,
            percent: run.counts.percent(fraction: run.fractionCompleted, isExact: false),
            fraction: run.counts.isIndeterminate ? nil : run.fractionCompleted
        )
    }

    /// - Parameter fraction: nil if it is indeterminate.
    private init(label: String, state: ProgressState, percent: Int, fraction: Double?, failedCount: Int = 0) {
        if failedCount > 0 {
            let value = "\(failedCount) failed" + (fraction == nil ? "" : ", \(percent)%")
            self.init(label: label, value: value, state: .failed, filled: min(max(fraction ?? 0, 0), 1))
            return
        }
        let value =
            switch state {
            case .finished, .running: "\(percent)%"
            case .indeterminate: "open-ended"
            default: fraction == nil ? state.name.description : "\(state.name) \(percent)%"
            }
        self.init(label: label, value: value, state: state, filled: min(max(fraction ?? 0, 0), 1))
    }

    /// The badge of a progress that is not here: never created, or gone.
    init(goneWithLabel label: String) { self.init(label: label, value: "no data", state: nil, filled: 0) }

    private init(label: String, value: String, state: ProgressState?, filled: Double) {
        self.label = DisplayText(label, limit: 40)
        self.value = DisplayText(value, limit: 24)
        self.state = state
        self.filled = filled
    }

    func append(to bytes: inout [UInt8]) {
        let left = LetterWidths.pixels(label) + 12
        let right = max(LetterWidths.pixels(value) + 12, 64)
        let width = left + right
        bytes.append(text: "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(width)\" height=\"20\" ")
        bytes.append(text: "viewBox=\"0 0 \(width) 20\" role=\"img\"><title>")
        appendTexts(to: &bytes, separator: ": ")
        bytes.append(text: "</title><clipPath id=\"r\"><rect width=\"\(width)\" height=\"20\" rx=\"4\"/></clipPath>")
        bytes.append(
            text: "<g clip-path=\"url(#r)\"><rect x=\"\(left)\" width=\"\(right)\" height=\"20\" fill=\"#59636e\"/>"
        )
        appendBar(to: &bytes, left: left, right: right)
        // Covers the stripes that begin left of the bar.
        bytes.append(text: "<rect width=\"\(left)\" height=\"20\" fill=\"#2b3137\"/>")
        bytes.append("</g><g fill=\"#fff\" font-family=\"Verdana,DejaVu Sans,Geneva,sans-serif\" font-size=\"11\" ")
        bytes.append("text-anchor=\"middle\">")
        Self.append(label, middle: Double(left) / 2, to: &bytes)
        Self.append(value, middle: Double(left) + Double(right) / 2, to: &bytes)
        bytes.append("</g></svg>\n")
    }

    private func appendTexts(to bytes: inout [UInt8], separator: StaticString) {
        label.appendXML(to: &bytes)
        bytes.append(separator)
        value.appendXML(to: &bytes)
    }

    /// The bar fills the right half; an indeterminate one is striped. Nothing moves: a README is read, not watched.
    private func appendBar(to bytes: inout [UInt8], left: Int, right: Int) {
        guard state == .indeterminate else {
            let width = Int((Double(right) * filled).rounded())
            bytes.append(text: "<rect x=\"\(left)\" width=\"\(width)\" height=\"20\" fill=\"\(color)\"/>")
            return
        }
        bytes.append(text: "<path fill=\"\(color)\" d=\"")
        for x in stride(from: left - 8, to: left + right + 8, by: 16) { bytes.append(text: "M\(x) 20l8-20h8l-8 20z") }
        bytes.append("\"/>")
    }

    /// All are dark enough for white letters.
    private var color: StaticString {
        switch state {
        case .failed: "#c62828"
        case .cancelled: "#6e7781"
        case .finished: "#1a7f37"
        case .paused: "#6f4bb8"
        case .stalled: "#9a6700"
        case .indeterminate, .running: "#1f6feb"
        case nil: "#6e7781"
        }
    }

    /// Letters keep their own widths, whatever the font.
    private static func append(_ text: DisplayText, middle x: Double, to bytes: inout [UInt8]) {
        bytes.append(text: "<text x=\"\(x)\" y=\"14\">")
        text.appendXML(to: &bytes)
        bytes.append("</text>")
    }
}

/// The width of a badge's text in Verdana, 11 pixels, which badges name first and which its substitutes resemble.
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

extension DisplayText {
    /// Appends the text as the content of an XML element or attribute.
    func appendXML(to bytes: inout [UInt8]) {
        for scalar in scalars {
            switch scalar {
            case "&": bytes.append("&amp;")
            case "<": bytes.append("&lt;")
            case ">": bytes.append("&gt;")
            case "\"": bytes.append("&quot;")
            case "'": bytes.append("&#39;")
            default: bytes.append(contentsOf: UTF8.encode(scalar)!)
            }
        }
    }
}
