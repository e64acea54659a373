import ProgressRegistry
import ProgressServer
import TestKit
import Testing

/// docs/contract.md, section 11: the operator's words on the page that asks for a token.
struct SignInNoteTests {
    @Test(arguments: ["/", "/progress/a"])
    func `both pages carry it as text, also below a prefix`(path: String) throws {
        let client = HTTPClient(
            try LiveServer {
                $0.signInNote = #"/ask "ops" & <wait>"#
                $0.pathPrefix = "/team-a"
            }
        )
        _ = client.put("/team-a/v1/progress/a", "{}")

        let page = client.get("/team-a" + path).text

        #expect(page.contains(#"<meta name="sign-in-note" content="/ask &quot;ops&quot; &amp; &lt;wait&gt;">"#))
    }

    @Test func `without one a page says nothing of it`() throws {
        let client = HTTPClient(try LiveServer())

        #expect(!client.get("/").text.contains("sign-in-note"))
    }

    @Test func `one of more than 1,000 bytes stops the start`() throws {
        _ = try LiveServer { $0.signInNote = String(repeating: "é", count: 500) }

        #expect(throws: ServerError.self) {
            try LiveServer { $0.signInNote = String(repeating: "é", count: 500) + "." }
        }
    }
}
