import Foundation
import TestKit
import Testing

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// Text from clients in every place where it comes out again: it stays text.
struct InjectionTests {
    /// Texts that would be something else in a stream, a head, a page, a picture, a terminal or a log.
    static let hostile = [
        "a\r\nevent: end\r\ndata: {}\r\n\r\n", "\n\nid: 9-9\nevent: removed\ndata: {}\n\n", "\rretry: 1\r",
        "data: x\n: y",
        "\u{2028}data: x\u{2029}event: end\u{85}", "\r\nX-Injected: yes\r\n\r\n<html>",
        "</script><script>alert(1)</script>",
        "<svg onload=alert(1)>", "\"'><img src=x onerror=alert(1)>", "]]><!--", "&lt;&#0;&x;", "javascript:alert(1)",
        "\u{1B}[2J\u{1B}]0;x\u{7}", "\u{9B}31m\u{90}\u{9C}", "\u{8}\u{8}\u{7F}", "\u{202E}gnp.exe\u{202D}",
        "\u{2066}\u{2067}\u{2068}x", "x\u{2069}\u{2069}", "\u{200F}\u{FEFF}\u{FFFE}\u{0}", "😀𝒳\u{10FFFF}\u{E0001}",
        "%0d%0aX: y", "${jndi:ldap://x}'; DROP TABLE", "a\u{0}b\\u0000\\", "level=error message=\"forged\"",
    ]
    static let fields = [
        "kind", "fileOperationKind", "fileURL", "localizedDescription", "localizedAdditionalDescription",
    ]

    private let server: LiveServer
    private let client: HTTPClient

    init() throws {
        server = try LiveServer()
        client = HTTPClient(server)
    }

    /// A body with the text in every member that takes one.
    private static func body(_ text: String, _ more: String = "") -> String {
        let members = fields.map { "\"\($0)\":\(text.json)," }.joined()
        return "{\(members)\(more)\"labels\":{\(text.json):\(text.json)},\"userInfo\":{\(text.json):[\(text.json)]}}"
    }

    private static func expectHeld(_ node: JSON, _ text: String) {
        for field in fields { #expect(node[field].string == text, "\(field)") }
        #expect(node.labels[text].string == text)
        #expect(node.userInfo[text][0].string == text)
    }

    @Test(arguments: hostile) func `every text stays within its event on a stream`(text: String) throws {
        let top = client.create(#"{"totalUnitCount":8}"#)
        let stream = EventStream(server, "/v1/progress/\(top)/events?descendants=true&summary=true")
        _ = stream.next()
        let reason = "{\"reason\":\(text.json)}"

        let child = client.create(Self.body(text, "\"pendingUnitCount\":1,"), under: top)
        _ = client.post("/v1/progress/\(child)/pause", reason)
        _ = client.post("/v1/progress/\(child)/resume", reason)
        _ = client.patch("/v1/progress/\(child)", Self.body(text + "2"))
        _ = client.post("/v1/progress/\(child)/fail", "{\"message\":\(text.json),\"code\":\(text.json)}")
        _ = client.post("/v1/progress/\(top)/cancel", reason)

        let events = stream.rest()
        #expect(stream.strangeLines.isEmpty && stream.retries.count == 1 && stream.isFinished)
        #expect(events.allSatisfy { !$0.data.isMissing && !$0.text.utf8.contains { $0 < 0x20 } })
        #expect(Set(events.map(\.name)).isSubset(of: ["snapshot", "progress", "state", "child", "end"]))
        Self.expectHeld(try #require(events.first { $0.name == "child" }).data, text)
        let failed = try #require(events.first { $0.data.failure.message.string != nil }).data
        #expect(failed.failure.message.string == text && failed.failure.code.string == text)
        #expect(events.contains { $0.data.reason.string == text })
    }

    @Test(arguments: hostile) func `every text stays text in replies, and moves no header`(text: String) {
        let names = Set(client.post("/v1/progress", Self.body("plain")).headers.map(\.name))

        let reply = client.post("/v1/progress", Self.body(text))

        Self.expectHeld(reply.json, text)
        #expect(Set(reply.headers.map(\.name)) == names)
        for target in ["/v1/progress/\(reply.id)?summary=true", "/v1/progress", "/v1/progress/\(reply.id)/tree"] {
            let shown = client.get(target)
            #expect(
                shown.status == 200 && !shown.json.isMissing && !shown.body.dropLast().contains { $0 < 0x20 },
                "\(target)"
            )
        }
    }

    @Test(arguments: ["\\ud800", "\\udc00", "\\udc00\\ud800", "x\\ud800x", "\\ud83d\\u0041"])
    func `half a surrogate is refused in every text`(escape: String) {
        for field in Self.fields {
            #expect(client.post("/v1/progress", "{\"\(field)\":\"\(escape)\"}").problem == "malformed-json", "\(field)")
        }
        for members in [
            "\"labels\":{\"a\":\"\(escape)\"}", "\"labels\":{\"\(escape)\":\"a\"}",
            "\"userInfo\":{\"a\":\"\(escape)\"}",
        ] {
            #expect(client.post("/v1/progress", "{\(members)}").problem == "malformed-json", "\(members)")
        }
    }

    @Test(arguments: hostile) func `the tree for terminals has one line a node, and nothing that acts`(text: String) {
        let top = client.create(#"{"totalUnitCount":8,"localizedDescription":\#(text.json)}"#)
        _ = client.create(Self.body(text, "\"pendingUnitCount\":1,"), under: top)

        let tree = client.get("/v1/progress/\(top)", ["Accept": "text/plain"]).text

        let lines = tree.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count == 3 && lines[2].isEmpty)
        for line in lines {
            #expect(line.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
            #expect(!line.unicodeScalars.contains { (0x2028...0x202E).contains($0.value) })
            #expect(Self.isBalanced(line))
        }
    }

    /// Every isolate of directions is closed on its line, and closes nothing else.
    private static func isBalanced(_ line: Substring) -> Bool {
        var depth = 0
        for scalar in line.unicodeScalars {
            if (0x2066...0x2068).contains(scalar.value) { depth += 1 }
            if scalar.value == 0x2069 { depth -= 1 }
            if depth < 0 { return false }
        }
        return depth == 0
    }

    @Test(arguments: hostile) func `a badge has its own elements and no others`(text: String) {
        let id = client.create("{\"totalUnitCount\":8,\"localizedDescription\":\(text.json)}")
        let label = text.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()

        for target in ["/progress/\(id).svg", "/progress/\(id).svg?label=\(label)"] {
            let elements = Elements()
            let parser = XMLParser(data: Data(client.get(target).body))
            parser.delegate = elements

            #expect(parser.parse(), "\(target)")
            #expect(elements.names.isSubset(of: ["svg", "title", "clipPath", "rect", "g", "text", "path"]))
            #expect(elements.attributes.allSatisfy { !$0.hasPrefix("on") && !$0.contains("href") })
        }
    }

    @Test func `a page holds nothing that was sent`() {
        let id = client.create(Self.body("</script><script>alert(1)</script>"))
        let plain = client.create("{}")

        let page = client.get("/progress/\(id)?locale=<script>&grant=%22%3E%3Cscript%3E", ["X-A": "<script>"])

        #expect(page.status == 200)
        #expect(page.body == client.get("/progress/\(plain)").body)
        #expect(page["content-security-policy"]?.contains("script-src 'self'") == true)
    }

    @Test(arguments: [
        "Origin", "Accept-Language", "Prefer", "Progress-Directive", "Progress-Reservation", "baggage", "If-Match",
        "If-None-Match", "Last-Event-ID", "X-Forwarded-For", "X-Forwarded-Host", "Forwarded", "Referer", "Cookie",
        "X-Request-ID", "traceparent", "Accept", "Access-Control-Request-Headers", "Idempotency-Key",
    ])
    func `a header moves no other header, and comes back in none`(name: String) {
        let known = Set(client.get("/v1/progress").headers.map(\.name) + ["etag", "retry-after", "x-request-id"])
        for value in [
            "<svg onload=alert(1)>", "\"'%0d%0aX-Injected: yes", "\u{E4}\u{202E}😀", "a\tb",
            String(repeating: "x", count: 4_000),
        ] {
            let reply = HTTPClient(server).get("/v1/progress", [name: value])

            #expect(reply.status > 0 && reply.status < 500, "\(value)")
            #expect(reply.headers.allSatisfy { known.contains($0.name) }, "\(value)")
            #expect(reply.headers.allSatisfy { $0.value.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F } }, "\(value)")
        }
    }
}

/// Collects the names of a document's elements and attributes.
private final class Elements: NSObject, XMLParserDelegate {
    var names: Set<String> = []
    var attributes: Set<String> = []

    func parser(
        _ parser: XMLParser,
        didStartElement name: String,
        namespaceURI: String?,
        qualifiedName: String?,
        attributes: [String: String]
    ) {
        names.insert(name)
        self.attributes.formUnion(attributes.keys)
    }
}
