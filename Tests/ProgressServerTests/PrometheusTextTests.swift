import Testing

@testable import ProgressTelemetry

struct PrometheusTextTests {
    private static func text(_ write: (inout PrometheusText) -> Void) -> String {
        var text = PrometheusText()
        write(&text)
        return String(decoding: text.bytes, as: UTF8.self)
    }

    @Test func `a family says what it is, then its samples`() {
        let text = Self.text {
            $0.begin("things_total", .counter, "Things done.")
            $0.sample([("kind", .fixed("big")), ("who", .text("me"))], 4)
            $0.sample([], 5)
        }

        #expect(
            text == """
                # HELP things_total Things done.
                # TYPE things_total counter
                things_total{kind="big",who="me"} 4
                things_total 5

                """
        )
    }

    @Test func `a label cannot end early or begin another line`() {
        let text = Self.text { $0.sample([("who", .text("a\"b\\c\nd"))], 1) }

        #expect(text == #"{who="a\"b\\c\nd"} 1"# + "\n")
    }

    @Test func `a label acts on no terminal`() {
        let text = Self.text { $0.sample([("who", .text("\u{1B}[2J\u{9B}\u{7F}\u{202E}é\t"))], 1) }

        #expect(text == "{who=\"\u{FFFD}[2J\u{FFFD}\u{FFFD}\u{FFFD}é\u{FFFD}\"} 1\n")
    }

    @Test func `buckets are cumulative, in seconds, and end with all`() {
        let reading = HistogramReading(bounds: [500_000, 2_000_000_000], counts: [1, 2, 4], sum: 9)

        let text = Self.text {
            $0.begin("took_seconds", .histogram, "Time.")
            $0.samples([("class", .fixed("a"))], reading)
        }

        #expect(
            text.split(separator: "\n").dropFirst(2) == [
                #"took_seconds_bucket{class="a",le="0.0005"} 1"#, #"took_seconds_bucket{class="a",le="2"} 3"#,
                #"took_seconds_bucket{class="a",le="+Inf"} 7"#, #"took_seconds_sum{class="a"} 0.000000009"#,
                #"took_seconds_count{class="a"} 7"#,
            ]
        )
    }

    @Test(arguments: [
        (0, 0, "0"), (0, 9, "0"), (7, 0, "7"), (-7, 0, "-7"), (2_500_000, 9, "0.0025"), (1, 9, "0.000000001"),
        (1_000_000_000, 9, "1"), (1_500, 3, "1.5"), (-1_500, 3, "-1.5"), (100, 0, "100"),
        (Int.max, 3, "9223372036854775.807"),
    ])
    func `a number with a point is exact`(_ value: Int, _ scale: Int, _ expected: String) {
        var bytes: [UInt8] = []

        bytes.appendDecimal(value, scale: scale)

        #expect(String(decoding: bytes, as: UTF8.self) == expected)
    }
}
