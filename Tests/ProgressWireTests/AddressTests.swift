import ProgressCore
import Testing

@testable import ProgressWire

/// The members that `urls` accepts (docs/contract.md, section 1).
struct AddressTests {
    private func body(_ text: String) throws -> PatchBody { try PatchBody(JSONReader.parse(Array(text.utf8))) }

    private func refusal(_ url: String) -> BodyError? {
        do throws(BodyError) {
            _ = try PatchBody(.object(["urls": .object(["log": .string(url)])]))
            return nil
        } catch { return error }
    }

    @Test(arguments: [
        "http://a", "https://example.org", "HTTPS://EXAMPLE.ORG/a", "https://example.org:8443/a?b=c&d=e#f",
        "http://127.0.0.1:8080/progress/x", "http://[::1]:80/", "https://[2001:db8::7]", "https://a.example:/",
        "https://xn--bcher-kva.example/%C3%BC", "https://b\u{FC}cher.example/\u{4E2D}", "https://a/b@c",
        "https://a?to=b@c", "https://a/" + String(repeating: "b", count: 2_038),
    ])
    func `an absolute URL of http or https is taken`(url: String) { #expect(refusal(url) == nil) }

    @Test(arguments: [
        "", "a", "/log", "//example.org/", "example.org", "ftp://example.org/", "file:///etc/passwd",
        "javascript:alert(1)", "data:text/html,x", "http:", "http:/a", "http://", "https:///a", "https://?a",
        "https://#a",
        "https://user@example.org", "https://user:pass@example.org/", "https://@example.org", "https://a b",
        "https://a/b c",
        " https://a", "https://a\n", "https://a/\u{0}", "https://a/\u{85}", "https://a/\u{A0}", "https://a/\u{202E}",
        "https://good.example\\@bad.example", "https://a\\b", "https://a/<b>", "https://a/\"", "https://a:port",
        "https://a:65536", "https://a:-1", "https://[::1", "https://[a]", "https://[::1]a", "https://a]b", "https://.",
        "https://a/" + String(repeating: "b", count: 2_039),
    ])
    func `anything else is refused`(url: String) {
        guard case .invalidURL("/urls/log", let flaw)? = refusal(url) else {
            Issue.record("\(url) is taken")
            return
        }
        #expect(flaw.hasSuffix("."))
    }

    @Test(arguments: ["log", "a", "A.b_c-9", "a" + String(repeating: "9", count: 31)])
    func `a name is a letter and what may follow it`(name: String) throws {
        #expect(try body(#"{"urls":{"\#(name)":"https://a"}}"#).edits(for: nil).count == 1)
    }

    @Test(arguments: ["", "9", "-a", ".a", "_a", "a b", "a/b", "\u{E9}", "a" + String(repeating: "9", count: 32)])
    func `another name is refused`(name: String) {
        #expect(throws: BodyError.self) { try body(#"{"urls":{"\#(name)":"https://a"}}"#) }
    }

    @Test func `eight stay after a merge, and no more`() throws {
        var details = ProgressDetails()
        for number in 1...8 { details.urls.set("a\(number)", to: "https://a") }

        #expect(try body(#"{"urls":{"a1":null,"b":"https://b"}}"#).edits(for: details).count == 2)
        #expect(try body(#"{"urls":{"a1":"https://b"}}"#).edits(for: details).count == 1)
        #expect(throws: BodyError.tooManyURLs(pointer: "/urls", count: 9, limit: 8)) {
            try body(#"{"urls":{"b":"https://b"}}"#).edits(for: details)
        }
        #expect(try body(#"{"urls":null}"#).edits(for: details).count == 1)
    }

    @Test(arguments: ["[]", "1", #""https://a""#, #"{"log":1}"#, #"{"log":{}}"#, #"{"log":true}"#])
    func `what is no object of texts has the wrong type`(value: String) {
        let error = #expect(throws: BodyError.self) { try body(#"{"urls":\#(value)}"#) }
        guard case .json(.wrongType)? = error else {
            Issue.record("\(value) is \(String(describing: error))")
            return
        }
    }
}
