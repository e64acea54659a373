import TestKit
import Testing

/// Forms of the worst kind.
struct FormTests {
    private let guarded: Guarded

    init() throws { guarded = try Guarded() }

    /// Sends a form to every call that reads one.
    private func send(_ form: [UInt8], _ check: (Reply) -> Void) {
        let type = ["Content-Type": "application/x-www-form-urlencoded"]
        let path = "/v1/progress/guarded"
        let client = guarded.client
        check(client.call("POST", "/v1/progress", type, bytes: form))
        check(client.call("PUT", "/v1/progress/new", type, bytes: form))
        check(client.call("PATCH", path, type, bytes: form))
        for verb in ["children", "completed-units", "reservations", "cancel", "pause", "resume", "fail", "heartbeat"] {
            check(client.call("POST", "\(path)/\(verb)", type, bytes: form))
        }
    }

    @Test(arguments: [
        "%", "a=%", "a=%1", "a=%zz", "%zz=1", "a=1&b=%+1", "a=%ff", "a=%c0%80", "%ed%a0%80=1", "labels.%=1",
    ])
    func `broken encoding is refused everywhere`(form: String) {
        send(Array(form.utf8)) { reply in
            #expect(reply.status == 400)
            #expect(reply.problem == "malformed-form")
        }

        guarded.expectUnchanged()
    }

    @Test func `bytes that are not UTF-8 are refused everywhere`() {
        send(Array("kind=".utf8) + [0xff]) { #expect($0.problem == "malformed-form") }

        guarded.expectUnchanged()
    }

    @Test(arguments: ["=", "=1", "nothing=1", "a", ".=1", "labels=1", "userInfo=1", "children=", "constructor=1"])
    func `odd names are refused everywhere`(form: String) {
        send(Array(form.utf8)) { #expect([400, 422].contains($0.status), "\($0.text)") }

        guarded.expectUnchanged()
    }

    @Test func `a hundred thousand members are refused in time that grows with their number alone`() {
        let form = (0..<100_000).map { "m\($0)=" }.joined(separator: "&")
        let labels = (0..<100_000).map { "labels.\($0)=" }.joined(separator: "&")

        send(Array(form.utf8)) { #expect([400, 413].contains($0.status)) }
        for body in [form, labels] {
            let reply = guarded.client.patch(
                "/v1/progress/guarded",
                body,
                ["Content-Type": "application/x-www-form-urlencoded"]
            )
            #expect([400, 413, 422].contains(reply.status))
        }

        guarded.expectUnchanged()
    }

    @Test func `control characters and long texts keep to the limits of JSON`() {
        let long = String(repeating: "x", count: 4_097)
        let type = ["Content-Type": "application/x-www-form-urlencoded"]

        #expect(guarded.client.post("/v1/progress", "kind=\(long)", type).problem == "limit-text")
        #expect(guarded.client.post("/v1/progress", "name=a%00b", type).problem == "invalid-name")
        let made = guarded.client.post("/v1/progress", "kind=%00%1b%5B2J", type)
        #expect(made.json.kind.string == "\u{0}\u{1b}[2J")
        guarded.expectUnchanged(roots: 2)
    }
}
