import Testing

@testable import ProgressClient

@Suite struct EventParserTests {
    private let stream =
        "retry: 700\r\n\r\nid: a\nevent: x\ndata: 1\ndata:2\n\n: note\n\nid:b\rdata: ü\r\revent: y\n\nid: c\nda"
    private let frames = [
        EventParser.Frame(event: "x", data: "1\n2", lastEventID: "a"),
        EventParser.Frame(event: "", data: "ü", lastEventID: "b"),
    ]

    @Test(arguments: [1, 2, 3, 7, 1_000]) func `events are the same wherever the bytes are cut`(size: Int) {
        var parser = EventParser()
        let bytes = Array(stream.utf8)

        let told = stride(from: 0, to: bytes.count, by: size).flatMap { start in
            parser.take(bytes[start..<min(start + size, bytes.count)])
        }

        #expect(told == frames && parser.retry == 700 && parser.lastEventID == "b")
    }

    @Test func `an event that was cut off does not count after a reconnect`() {
        var parser = EventParser()
        _ = parser.take("id: a\ndata: 1\n\nid: b\ndata: half".utf8)

        parser.restart()
        let told = parser.take("data: 2\n\n".utf8)

        #expect(told == [EventParser.Frame(event: "", data: "2", lastEventID: "a")] && parser.lastEventID == "a")
    }
}
