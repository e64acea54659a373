import Foundation
import TestKit
import Testing

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// The badge and the tree for terminals.
struct PictureTests {
    private let client: HTTPClient

    init() throws { client = HTTPClient(try LiveServer()) }

    @Test func `who accepts text gets the tree as lines`() {
        _ = client.create(
            #"{"name":"import","totalUnitCount":2,"children":[{"name":"a","pendingUnitCount":1,"totalUnitCount":10,"#
                + #""completedUnitCount":9,"children":[{"name":"b","pendingUnitCount":9,"totalUnitCount":2}]},"#
                + #"{"name":"c","pendingUnitCount":1}]}"#
        )

        let reply = client.get("/v1/progress/import", ["Accept": "text/plain"])

        #expect(reply["content-type"] == "text/plain; charset=utf-8")
        #expect(reply["vary"] == "Accept-Language, Accept")
        #expect(
            reply.text == """
                import     [#########-----------]  45%  running        0 of 2
                |-- a      [##################--]  90%  running        9 of 10
                |   `-- b  [--------------------]   0%  running        0 of 2
                `-- c      [????????????????????]       indeterminate

                """
        )
        #expect(client.get("/v1/progress/import", ["Accept": "*/*"])["content-type"] == "application/json")
        #expect(
            client.get("/v1/progress/import?depth=0", ["Accept": "text/plain"]).text.split(separator: "\n").count == 1
        )
    }

    @Test func `the text's ETag moves with anything below`() {
        let top = client.create(#"{"totalUnitCount":2}"#)
        let child = client.create(#"{"pendingUnitCount":0,"totalUnitCount":5}"#, under: top)
        let etag = client.get("/v1/progress/\(top)", ["Accept": "text/plain"])["etag"] ?? ""

        let same = client.get("/v1/progress/\(top)", ["Accept": "text/plain", "If-None-Match": etag])
        _ = client.post("/v1/progress/\(child)/completed-units", #"{"count":1}"#)
        let other = client.get("/v1/progress/\(top)", ["Accept": "text/plain", "If-None-Match": etag])

        #expect(same.status == 304)
        #expect(other.status == 200)
    }

    @Test func `a long tree is cut, and says so`() {
        let children = Array(repeating: #"{"pendingUnitCount":1}"#, count: 600).joined(separator: ",")
        let top = client.create(#"{"totalUnitCount":600,"children":[\#(children)]}"#)

        let lines = client.get("/v1/progress/\(top)", ["Accept": "text/plain"]).text.split(separator: "\n")

        #expect(lines.count == 501)
        #expect(lines.last?.contains("cut after 500 lines") == true)
    }

    @Test func `hostile texts neither act nor break the badge`() throws {
        let hostile = #"</title><script>alert(1)</script>\u001b[2J\n\"'&\u0000"#
        let id = client.create(#"{"totalUnitCount":4,"completedUnitCount":1,"localizedDescription":"\#(hostile)"}"#)

        let text = client.get("/v1/progress/\(id)", ["Accept": "text/plain"])
        let badge = client.get("/progress/\(id).svg?label=%3C/title%3E%3Cscript%3E%00%1b%22%27%26")

        #expect(!text.body.contains(0x1B))
        #expect(text.text.split(separator: "\n").count == 1)
        #expect(!badge.text.contains("<script"))
        #expect(badge["content-security-policy"] == "default-src 'none'; frame-ancestors 'none'")
        #expect(XMLParser(data: Data(badge.body)).parse())
    }

    @Test(arguments: [
        (#""totalUnitCount":4,"completedUnitCount":1"#, "cancel", ">cancelled 25%<"),
        (#""totalUnitCount":4,"completedUnitCount":1"#, "pause", ">paused 25%<"),
        (#""totalUnitCount":4,"completedUnitCount":4"#, nil, ">100%<"), (#""kind":null"#, nil, ">open-ended<"),
        (#""kind":null"#, "cancel", ">cancelled<"),
    ])
    func `a badge tells state and percent`(_ members: String, _ control: String?, _ value: String) {
        let id = client.create("{\"name\":\"build\",\(members)}")
        if let control { _ = client.post("/v1/progress/\(id)/\(control)") }

        let badge = client.get("/progress/build.svg")

        #expect(badge["content-type"] == "image/svg+xml")
        #expect(badge.text.contains(value))
        #expect(badge.text.contains(">build<"))
        #expect(XMLParser(data: Data(badge.body)).parse())
    }

    @Test func `a badge says how many steps failed until the progress has ended`() {
        _ = client.create(
            #"{"name":"deploy","totalUnitCount":4,"completedUnitCount":1,"children":["#
                + #"{"name":"host-1","pendingUnitCount":1},{"name":"host-2","pendingUnitCount":1}]}"#
        )
        let before = client.get("/progress/deploy.svg")

        _ = client.post("/v1/progress/host-1/fail", #"{"message":"disk full"}"#)
        let failed = client.get("/progress/deploy.svg", ["If-None-Match": before["etag"] ?? ""])
        _ = client.post("/v1/progress/deploy/cancel")

        #expect(before.text.contains(">25%<"))
        #expect(failed.text.contains(">1 failed, 25%<"))
        #expect(failed.text.contains("#c62828"))
        #expect(client.get("/progress/deploy.svg").text.contains(">cancelled 25%<"))
    }

    @Test func `a label or a depth that is out of range is refused`() {
        let id = client.create("{}")

        #expect(
            client.get("/progress/\(id).svg?label=" + String(repeating: "x", count: 257)).problem == "invalid-parameter"
        )
        #expect(client.get("/progress/\(id).svg?label=" + String(repeating: "x", count: 256)).status == 200)
        #expect(client.get("/v1/progress/\(id)?depth=1000001").problem == "invalid-parameter")
    }

    @Test func `a cached badge is asked for again and is 304 while nothing changed`() {
        let id = client.create(#"{"totalUnitCount":4}"#)
        let badge = client.get("/progress/\(id).svg")

        let again = client.get("/progress/\(id).svg", ["If-None-Match": badge["etag"] ?? ""])

        #expect(badge["cache-control"] == "no-cache")
        #expect(again.status == 304)
    }

    @Test func `a badge of a name whose runs are gone shows the last of them`() {
        _ = client.create(#"{"name":"build","totalUnitCount":4,"completedUnitCount":4}"#)
        let last = client.put("/v1/progress/build", #"{"totalUnitCount":4,"completedUnitCount":1}"#).id
        _ = client.post("/v1/progress/build/fail", #"{"message":"m"}"#)
        _ = client.delete("/v1/progress/\(last)")

        let badge = client.get("/progress/build.svg")

        #expect(badge.status == 200)
        #expect(badge["etag"] == nil)
        #expect(badge.text.contains(">build<"))
        #expect(badge.text.contains(">failed 25%<"))
        #expect(client.get("/progress/\(last).svg").text.contains(">no data<"))
    }

    @Test func `the badge of an unknown progress is grey, not an error`() {
        let id = client.create(#"{"name":"build","totalUnitCount":4}"#)
        _ = client.delete("/v1/progress/\(id)")
        _ = client.delete("/v1/progress/build/runs")

        let named = client.get("/progress/build.svg")
        let numbered = client.get("/progress/\(id).svg")
        let labeled = client.get("/progress/never-there.svg?label=nightly")

        for badge in [named, numbered, labeled] {
            #expect(badge.status == 200)
            #expect(badge["content-type"] == "image/svg+xml")
            #expect(badge["cache-control"] == "no-cache")
            #expect(badge["etag"] == nil)
            #expect(badge.text.contains(">no data<"))
            #expect(XMLParser(data: Data(badge.body)).parse())
        }
        #expect(named.text.contains(">build<"))
        #expect(numbered.text.contains(">\(id.prefix(8))<"))
        #expect(labeled.text.contains(">nightly<"))
        #expect(client.get("/progress/-no-name.svg").problem == "not-found")
    }

    @Test func `letters of a badge keep their own width`() throws {
        _ = client.create(#"{"name":"iiii","totalUnitCount":4}"#)
        _ = client.create(#"{"name":"mmmm","totalUnitCount":4}"#)

        let narrow = client.get("/progress/iiii.svg").text
        let wide = client.get("/progress/mmmm.svg").text

        #expect(!narrow.contains("textLength"))
        // Verdana's i is 562 and its m 1992 units of 2048 wide; 12 pixels are for the margins, 64 for the value.
        #expect(narrow.hasPrefix(#"<svg xmlns="http://www.w3.org/2000/svg" width="\#(13 + 12 + 64)""#))
        #expect(wide.hasPrefix(#"<svg xmlns="http://www.w3.org/2000/svg" width="\#(43 + 12 + 64)""#))
    }
}
