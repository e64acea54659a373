import TestKit
import Testing

/// docs/contract.md, section 5: trees and roots as lines that fit into a terminal.
struct TextViewTests {
    private let client: HTTPClient

    init() throws { client = HTTPClient(try LiveServer()) }

    private func lines(_ target: String, _ headers: [String: String] = [:]) -> [Substring] {
        client.get(target, headers).text.split(separator: "\n")
    }

    private static let tree =
        #"{"name":"import","totalUnitCount":2,"children":[{"name":"a","pendingUnitCount":1,"totalUnitCount":10,"#
        + #""completedUnitCount":9,"children":[{"name":"b","pendingUnitCount":9,"totalUnitCount":2}]},"#
        + #"{"name":"c","pendingUnitCount":1}]}"#

    @Test func `a tree is drawn with its bars`() {
        _ = client.create(Self.tree)

        let reply = client.get("/progress/import.txt")

        #expect(reply.status == 200)
        #expect(reply["content-type"] == "text/plain; charset=utf-8")
        #expect(reply["content-language"] == "en")
        #expect(
            reply.text == """
                import   ███████▏░░░░░░░░  45%  running     0 of 2
                ├─ a     ██████████████▍░  90%  running     9 of 10
                │  └─ b  ░░░░░░░░░░░░░░░░   0%  running     0 of 2
                └─ c     ▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒       open-ended

                """
        )
    }

    @Test(arguments: ["/progress/deploy.txt", "/progress.txt"])
    func `a step that failed is said beside the state of what is above it`(target: String) {
        _ = client.create(
            #"{"name":"deploy","totalUnitCount":4,"children":[{"name":"host-1","pendingUnitCount":1},"#
                + #"{"name":"host-2","pendingUnitCount":1}]}"#
        )
        _ = client.post("/v1/progress/host-1/fail", #"{"message":"disk full"}"#)

        #expect(lines(target)[0].contains("running, failed: 1"))
        #expect(lines(target, ["Accept-Language": "de"])[0].contains("Läuft, Fehlgeschlagen: 1"))
        _ = client.post("/v1/progress/deploy/finish")
        #expect(!lines(target)[0].contains("failed"))
    }

    @Test func `the roots are lines, newest first, filtered as the list is`() {
        _ = client.create(#"{"name":"old","labels":{"job":"1"}}"#)
        _ = client.create(Self.tree)
        _ = client.create(#"{"name":"new","totalUnitCount":4,"labels":{"job":"1"}}"#)

        #expect(lines("/progress.txt").map { $0.prefix(while: { $0 != " " }) } == ["new", "import", "old"])
        #expect(lines("/progress.txt?label=job:1").map { $0.prefix(while: { $0 != " " }) } == ["new", "old"])
        #expect(lines("/progress.txt?state=indeterminate").map { $0.prefix(while: { $0 != " " }) } == ["old"])
        #expect(client.get("/progress.txt?state=nothing").problem == "invalid-parameter")
    }

    @Test(arguments: [40, 60, 80, 200])
    func `no line is wider than asked, whatever clients write`(width: Int) {
        let wide = String(repeating: "進捗", count: 60)
        let marks = String(repeating: "e\u{301}", count: 100)
        let top = client.create(#"{"totalUnitCount":9,"localizedDescription":"\#(wide)"}"#)
        var parent = top
        for depth in 0..<12 {
            let text = depth % 2 == 0 ? wide : marks
            parent = client.create(
                #"{"pendingUnitCount":1,"totalUnitCount":3,"localizedAdditionalDescription":"\#(text)"}"#,
                under: parent
            )
        }
        _ = client.post("/v1/progress/\(parent)/fail", #"{"message":"\#(wide)"}"#)

        for language in ["en", "de", "ja", "ar"] {
            for target in ["/progress/\(top).txt", "/progress.txt"] {
                for line in lines("\(target)?width=\(width)", ["Accept-Language": language]) {
                    #expect(Self.cells(line) <= width, "\(language): \(line)")
                }
            }
        }
    }

    /// East Asian letters take two cells, marks and isolates none.
    private static func cells(_ line: Substring) -> Int {
        line.unicodeScalars.reduce(0) { count, scalar in
            switch scalar.properties.generalCategory {
            case .nonspacingMark, .format: count
            default:
                count + ((0x3000...0x9FFF).contains(scalar.value) || (0xAC00...0xD7A3).contains(scalar.value) ? 2 : 1)
            }
        }
    }

    @Test func `states and descriptions are in the reader's language`() {
        _ = client.create(#"{"name":"import","totalUnitCount":1200,"completedUnitCount":600}"#)

        #expect(lines("/progress/import.txt", ["Accept-Language": "de"])[0].hasSuffix("Läuft  600 von 1.200"))
        #expect(lines("/progress/import.txt?locale=ja")[0].contains("進行中"))
    }

    @Test func `no control character of a client reaches the terminal`() {
        let hostile = #"a\u001b[2J\u0007\r\n\u009b31m\u202e"#
        let id = client.create(
            #"{"totalUnitCount":4,"localizedDescription":"\#(hostile)","localizedAdditionalDescription":"\#(hostile)"}"#
        )
        _ = client.post("/v1/progress/\(id)/fail", #"{"message":"\#(hostile)"}"#)

        for target in ["/progress/\(id).txt", "/progress.txt"] {
            let reply = client.get(target)
            #expect(reply.text.split(separator: "\n").count == 1)
            #expect(
                reply.text.unicodeScalars.allSatisfy {
                    $0 == "\n" || ($0.properties.generalCategory != .control && $0.value != 0x202E)
                }
            )
        }
    }

    @Test func `there are at most 500 lines, the last an ellipsis where there is more`() {
        let children = Array(repeating: #"{"pendingUnitCount":1}"#, count: 499).joined(separator: ",")
        let whole = client.create(#"{"totalUnitCount":600,"children":[\#(children)]}"#)
        let long = client.create(#"{"totalUnitCount":600,"children":[\#(children),{"pendingUnitCount":1}]}"#)

        #expect(lines("/progress/\(whole).txt").count == 500)
        #expect(lines("/progress/\(whole).txt").last != "…")
        #expect(lines("/progress/\(long).txt").count == 500)
        #expect(lines("/progress/\(long).txt").last == "…")
        for _ in 0..<500 { _ = client.create() }
        #expect(lines("/progress.txt").count == 500)
        #expect(lines("/progress.txt").last == "…")
    }

    @Test func `a size out of range is refused, and so is one that is no number`() {
        let id = client.create()

        for query in ["width=39", "width=201", "height=9", "height=201", "width=-1"] {
            for target in ["/progress/\(id).txt", "/progress.txt"] {
                #expect(client.get("\(target)?\(query)").status == 422, "\(query)")
                #expect(client.get("\(target)?\(query)&follow=true").problem == "out-of-range", "\(query)")
            }
        }
        let wide = client.get("/progress/\(id).txt?width=wide")
        #expect(wide.problem == "invalid-parameter")
        #expect(wide.json.detail.string?.contains("a whole number from 40 to 200, not") == true)
        #expect(client.get("/progress/\(id).txt?follow=maybe").problem == "invalid-parameter")
        #expect(client.get("/progress/nothing.txt").problem == "not-found")
        #expect(client.get("/progress/nothing.txt?follow=true").problem == "not-found")
    }

    @Test func `a tree that has not changed is 304`() {
        let top = client.create(#"{"totalUnitCount":2}"#)
        let child = client.create(#"{"pendingUnitCount":0,"totalUnitCount":5}"#, under: top)
        let etag = client.get("/progress/\(top).txt")["etag"] ?? ""

        let same = client.get("/progress/\(top).txt", ["If-None-Match": etag])
        client.complete(child, 1)
        let other = client.get("/progress/\(top).txt", ["If-None-Match": etag])

        #expect(same.status == 304)
        #expect(other.status == 200)
    }
}
