import ProgressWire

/// The text format of Prometheus, version 0.0.4, written family by family.
package struct PrometheusText {
    package enum Kind: MetricLabel {
        case counter, gauge, histogram
    }

    package private(set) var bytes: [UInt8] = []
    private var family: StaticString = ""

    package init() {}

    /// Begins a family; its samples follow. The help must need no escapes.
    package mutating func begin(_ name: StaticString, _ kind: Kind, _ help: StaticString) {
        family = name
        bytes.append("# HELP ")
        bytes.append(name)
        bytes.append(" ")
        bytes.append(help)
        bytes.append("\n# TYPE ")
        bytes.append(name)
        bytes.append(" ")
        bytes.append(contentsOf: kind.label.utf8)
        bytes.append("\n")
    }

    /// A family of one sample without labels.
    package mutating func write(_ name: StaticString, _ kind: Kind, _ help: StaticString, _ value: Int, scale: Int = 0)
    {
        begin(name, kind, help)
        sample([], value, scale: scale)
    }

    /// - Parameter scale: how many decimal digits of the value follow the point.
    package mutating func sample(_ labels: [(StaticString, Label)], _ value: Int, scale: Int = 0) {
        sample("", labels, value, scale: scale)
    }

    package mutating func samples(_ labels: [(StaticString, Label)], _ reading: HistogramReading) {
        var count = 0
        for (place, bound) in reading.bounds.enumerated() {
            count += reading.counts[place]
            sample("_bucket", labels + [("le", .decimal(bound, scale: 9))], count)
        }
        count += reading.counts[reading.bounds.count]
        sample("_bucket", labels + [("le", .fixed("+Inf"))], count)
        sample("_sum", labels, reading.sum, scale: 9)
        sample("_count", labels, count)
    }

    package enum Label {
        case fixed(StaticString)
        case text(String)
        case decimal(Int, scale: Int)
    }

    private mutating func sample(
        _ suffix: StaticString,
        _ labels: [(StaticString, Label)],
        _ value: Int,
        scale: Int = 0
    ) {
        bytes.append(family)
        bytes.append(suffix)
        for (place, (name, label)) in labels.enumerated() {
            bytes.append(place == 0 ? "{" : ",")
            bytes.append(name)
            bytes.append("=\"")
            append(label)
            bytes.append("\"")
        }
        if !labels.isEmpty { bytes.append("}") }
        bytes.append(" ")
        bytes.appendDecimal(value, scale: scale)
        bytes.append("\n")
    }

    private mutating func append(_ label: Label) {
        switch label {
        case .fixed(let text): bytes.append(text)
        case .decimal(let value, let scale): bytes.appendDecimal(value, scale: scale)
        case .text(let text):
            for scalar in text.unicodeScalars {
                switch scalar {
                case "\\": bytes.append("\\\\")
                case "\"": bytes.append("\\\"")
                case "\n": bytes.append("\\n")
                // The format has no escapes for characters that act on a terminal or mislead a reader.
                case "\0"..<" ", "\u{7F}"..."\u{9F}", "\u{2028}"..."\u{202E}": bytes.append("\u{FFFD}")
                default: bytes.append(text: String(scalar))
                }
            }
        }
    }
}

extension [UInt8] {
    /// Appends `value` with its last `scale` digits after the point, without zeros at the end: 2500000 with 9 digits is
    /// 0.0025. Exact, as binary fractions are not.
    package mutating func appendDecimal(_ value: Int, scale: Int) {
        let digits = Array(String(value.magnitude).utf8)
        let padded = Array(repeating: UInt8(ascii: "0"), count: Swift.max(0, scale + 1 - digits.count)) + digits
        var fraction = padded.suffix(scale)
        while fraction.last == UInt8(ascii: "0") { fraction.removeLast() }
        if value < 0 { append(UInt8(ascii: "-")) }
        append(contentsOf: padded.dropLast(scale))
        if fraction.isEmpty { return }
        append(UInt8(ascii: "."))
        append(contentsOf: fraction)
    }
}

/// An enumeration whose cases are values of a label, written in snake case.
package protocol MetricLabel {}

extension MetricLabel {
    package var label: String {
        "\(self)".reduce(into: "") { text, letter in
            text += letter.isUppercase ? "_" + letter.lowercased() : String(letter)
        }
    }
}
