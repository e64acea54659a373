import ProgressRegistry
import ProgressTelemetry
import TestKit
import TestSupport
import Testing

/// Text that a terminal or the eye would obey. In everything that the service writes as JSON or as an event it is
/// escaped, so that `curl` shows it as what it is; output for people (`.txt`, badges) leaves it out.
struct HiddenTextTests {
    /// C1 controls and DEL, which terminals obey in UTF-8, and characters that reorder letters, beside punctuation.
    private static let text =
        "a\u{9B}31m\u{90}\u{7F}\u{80}\u{9F}°\u{202A}\u{202B}\u{202C}\u{202D}\u{202E}\u{2028}x\u{200F}"

    private let server: LiveServer
    private let client: HTTPClient
    private let log = LogRecorder(format: .json)

    init() throws {
        server = try LiveServer(log: log) {
            $0.hasMCP = true
            $0.hasKubeflow = true
            $0.trustedProxies = ["127.0.0.1"]
        }
        client = HTTPClient(server)
    }

    private func hidden(in bytes: some Sequence<UInt8>) -> [UInt32] {
        String(decoding: Array(bytes), as: UTF8.self).unicodeScalars.map(\.value).filter { value in
            switch value {
            case 0x0A: false
            case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E: true
            default: false
            }
        }
    }

    /// A node with the text wherever a client may put one, and below it one that failed.
    private func makeTree() -> (top: String, child: String) {
        let json = Self.text.json
        let fields = InjectionTests.fields.map { "\"\($0)\":\(json)," }.joined()
        let members =
            "\(fields)\"labels\":{\(json):\(json)},\"userInfo\":{\(json):[\(json),{\"deep\":\(json)}]},\"totalUnitCount\":9"
        let top = client.create("{\"name\":\"top\",\(members)}")
        let child = client.create("{\(members),\"pendingUnitCount\":3}", under: top)
        return (top, child)
    }

    @Test func `no reply has it, and all of them mean it`() {
        let (top, child) = makeTree()
        let json = Self.text.json
        let batch = "{\"method\":\"PATCH\",\"path\":\"/v1/progress/top\",\"body\":{\"kind\":\(json)}}"
        let tool =
            "{\"jsonrpc\":\"2.0\",\"id\":\(json),\"method\":\"tools/call\",\"params\":{\"name\":\"get_progress\",\"arguments\":{\"id\":\"top\"}}}"
        var replies = [
            client.patch("/v1/progress/\(top)", "{\"userInfo\":{\"more\":\(json)}}"),
            client.post("/v1/progress/\(child)/pause", "{\"reason\":\(json)}", ["X-Forwarded-User": "Zoë"]),
            client.post("/v1/progress/\(child)/fail", "{\"message\":\(json),\"code\":\(json)}"),
            client.post("/v1/batch", batch, ["Content-Type": "application/x-ndjson"]), client.post("/mcp", tool),
            client.post("/v1/progress", "{\(json):1}"), client.post("/v1/progress", "{\"name\":\(json)}"),
            client.post("/v1/progress", "{\"leaseSeconds\":\(json)}"),
            client.post("/v1/progress", "{\"kind\":{\(json):1}}"),
            client.post("/v1/progress/top/kubeflow-status", "{\"trainerStatus\":{\(json):\(json)}}"),
            client.get("/v1/progress/\u{9B}31m\u{202E}"), client.get("/v1/progress?state=\u{9B}\u{202E}\u{7F}"),
        ]
        for target in [
            "/v1/progress/top", "/v1/progress/top?summary=true", "/v1/progress/top/tree", "/v1/progress/top/children",
            "/v1/progress", "/v1/progress/top/runs", "/progress/top.txt", "/progress.txt", "/progress/top.svg",
            "/metrics",
        ] {
            replies.append(client.get(target))
        }

        for (number, reply) in replies.enumerated() {
            #expect(reply.status > 0 && hidden(in: reply.body) == [], "\(number): \(reply.text)")
            for header in reply.headers { #expect(hidden(in: header.value.utf8) == [], "\(number)") }
        }
        let node = client.snapshot(child)
        for field in InjectionTests.fields { #expect(node[field].string == Self.text, "\(field)") }
        #expect(node.labels[Self.text].string == Self.text)
        #expect(node.userInfo[Self.text][1].deep.string == Self.text)
        #expect(node.failure.message.string == Self.text && node.control.reason.string == Self.text)
        #expect(client.snapshot("top").kind.string == Self.text)
        for line in log.lines { #expect(hidden(in: line.utf8) == []) }
    }

    @Test func `no event has it, and all of them mean it`() throws {
        let (top, child) = makeTree()
        let stream = EventStream(server, "/v1/progress/\(top)/events?descendants=true&summary=true")
        let reason = "{\"reason\":\(Self.text.json)}"

        _ = client.post("/v1/progress/\(child)/pause", reason)
        _ = client.complete(child, 1)
        _ = client.post("/v1/progress/\(top)/cancel", reason)
        let events = stream.rest()

        for event in events { #expect(hidden(in: event.text.utf8) == [], "\(event.name)") }
        #expect(events.contains { $0.data.reason.string == Self.text })
        #expect(events.contains { $0.data.userInfo[Self.text][0].string == Self.text })
    }

    /// The limit is on the text, not on its escapes.
    @Test func `userInfo may have as much of it as before`() {
        let text = String(repeating: "\u{9B}", count: 8_000)

        let fits = client.post("/v1/progress", "{\"userInfo\":{\"a\":\(text.json)}}")
        let same = client.put("/v1/progress/again", "{\"userInfo\":{\"a\":\"\u{9B}\u{202E}\"}}")
        let again = client.put("/v1/progress/again", #"{"userInfo":{"a":"\u009b\u202e"}}"#)
        let over = client.post("/v1/progress", "{\"userInfo\":{\"a\":\((text + text).json)}}")

        #expect(fits.status == 201 && fits.json.userInfo.a.string == text)
        #expect(same.status == 201 && again.status == 200 && again.id == same.id)
        #expect(over.status == 422 && over.problem == "limit-user-info")
        #expect(
            over.json.detail.string?.contains("32008") == true || over.json.detail.string?.contains("32,008") == true
        )
    }
}
