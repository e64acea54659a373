import Testing

@testable import ProgressHTTP

struct AcceptedTypeTests {
    @Test(arguments: [
        "text/plain", "TEXT/Plain; charset=utf-8", "text/*", "text/plain, */*;q=0.1",
        "text/plain, application/json;q=0.9",
        "text/html, text/plain;q=0.8", "text/plain, */*",
    ])
    func `text is preferred where it is named and nothing that fits JSON is as welcome`(_ accept: String) {
        #expect(prefersText(accept))
    }

    @Test(arguments: [
        "", "*/*", "application/json", "application/json, text/plain", "text/plain;q=0", "text/plain;q=0.5, */*",
        "text/html", "text/plain;q=0.5, application/*", "text/plaintext", ";q=1,,",
        "text/html, application/xml, */*;q=0.8",
    ])
    func `everybody else gets JSON`(_ accept: String) {
        #expect(!prefersText(accept))
    }

    private func prefersText(_ accept: String) -> Bool {
        Array(accept.utf8).withUnsafeBufferPointer { AcceptedType.prefersText($0) }
    }
}
