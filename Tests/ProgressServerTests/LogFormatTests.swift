import ProgressWire
import Testing

@testable import ProgressTelemetry

struct LogFormatTests {
    private static let hostile = [
        "plain", "", "two words", "a=b", "quo\"te", "back\\slash", "line\nbreak\r\tend", "nul\0bell\u{7}esc\u{1b}[31m",
        "del\u{7f}", "c1\u{9b}31m", "right\u{202e}left\u{2066}", "para\u{2028}graph\u{2029}", "grüße 進捗 🎉",
        "bom\u{feff}zero\u{200b}", "tag\u{e0041}",
    ]

    private static func line(_ format: LogFormat, _ text: String) -> String {
        format.line(time: "t", level: "debug", message: "said", fields: [("a.b", text)])
    }

    @Test func `logfmt quotes what needs quotes and nothing else`() {
        #expect(Self.line(.logfmt, "plain") == "time=t level=debug message=said a.b=plain\n")
        #expect(Self.line(.logfmt, "two words") == "time=t level=debug message=said a.b=\"two words\"\n")
        #expect(Self.line(.logfmt, "") == "time=t level=debug message=said a.b=\"\"\n")
        #expect(Self.line(.logfmt, "a=\"\n") == #"time=t level=debug message=said a.b="a=\"\n""# + "\n")
    }

    @Test(arguments: hostile) func `JSON gives back what was said`(_ text: String) throws {
        let line = Self.line(.json, text)

        let value = try JSONReader.parse(Array(line.utf8))
        guard case .object(let members) = value else { throw JSONError.malformed(offset: 0, "no object") }
        #expect(members["a.b"] == .string(text))
        #expect(members["level"] == .string("debug"))
    }

    @Test(arguments: LogFormat.allCases, hostile)
    func `a value stays on its line and acts on no terminal`(_ format: LogFormat, _ text: String) {
        let line = Self.line(format, text)

        #expect(line.hasSuffix("\n"))
        let scalars = line.unicodeScalars.dropLast()
        #expect(
            scalars.allSatisfy { scalar in
                switch scalar.properties.generalCategory {
                case .control, .format, .lineSeparator, .paragraphSeparator: false
                default: true
                }
            }
        )
    }
}
