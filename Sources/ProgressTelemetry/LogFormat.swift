/// The format of a log line. Any value stays within its quotes and on its line.
package enum LogFormat: String, CaseIterable, Sendable {
    /// `time=… level=notice message=listening server.address=…`
    case logfmt
    /// One JSON object per line, every value a string.
    case json

    /// - Parameter fields: in order; the keys need no escapes.
    package func line(time: String, level: String, message: String, fields: [(key: String, value: String)]) -> String {
        let all = [("time", time), ("level", level), ("message", message)] + fields.map { ($0.key, $0.value) }
        switch self {
        case .logfmt: return all.map { "\($0)=\(Self.quotedIfNeeded($1))" }.joined(separator: " ") + "\n"
        case .json: return "{" + all.map { "\"\($0)\":\(Self.jsonString($1))" }.joined(separator: ",") + "}\n"
        }
    }

    /// Quoted if a character needs it, with control and line characters escaped.
    private static func quotedIfNeeded(_ text: String) -> String {
        let isBare = !text.isEmpty && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x3D }
        return isBare ? text : quoted(text) { "\\u{" + String($0.value, radix: 16) + "}" }
    }

    private static func jsonString(_ text: String) -> String {
        quoted(text) { scalar in
            String(scalar).utf16.map { "\\u" + String(0x1_0000 + UInt32($0), radix: 16).dropFirst() }.joined()
        }
    }

    private static func quoted(_ text: String, hidden: (Unicode.Scalar) -> String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case "\n": quoted += "\\n"
            case "\r": quoted += "\\r"
            case "\t": quoted += "\\t"
            case _ where isHidden(scalar): quoted += hidden(scalar)
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }

    /// Characters that would act on a terminal or on the order of the text: controls, line and direction marks.
    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}
