import ProgressRegistry
import TestKit
import Testing

/// docs/contract.md, section 11: a client that guesses tokens.
struct WrongTokenTests {
    private let clock = ManualClock()
    private let world: AccessWorld

    init() throws {
        let clock = clock
        world = try AccessWorld(clock: clock) {
            $0.trustedProxies = ["127.0.0.1"]
            $0.maximumWrongTokens = 3
        }
    }

    /// Lists roots from an address, with a token.
    private func list(_ token: String, from address: String) -> Reply {
        world.client.get("/v1/progress", world.bearer(token, ["X-Forwarded-For": address]))
    }

    private func guess(_ count: Int, from address: String) -> [Int] {
        (0..<count).map { list("guess-\($0)", from: address).status }
    }

    @Test func `after as many wrong tokens as the limit allows, no token of the client is looked at`() {
        #expect(guess(5, from: "192.0.2.1") == [401, 401, 401, 429, 429])

        let right = list("v", from: "192.0.2.1")
        #expect(right.status == 429 && right.problem == "limit-wrong-tokens" && right["retry-after"] == "60")
        #expect(right.json.detail.string?.contains("3 wrong tokens") == true)
    }

    @Test func `the log has its address, once`() throws {
        let log = LogRecorder(level: .notice)
        let world = try AccessWorld(log: log) {
            $0.trustedProxies = ["127.0.0.1"]
            $0.maximumWrongTokens = 3
        }
        let headers = world.bearer("guess", ["X-Forwarded-For": "2001:db8:0:1::1"])
        for _ in 0..<6 { _ = world.client.get("/v1/progress", headers) }

        let lines = log.lines(with: "too many wrong tokens")
        #expect(lines.count == 1)
        #expect(lines.first?.contains("client.address=2001:db8:0:1:: client.limit=3") == true)
    }

    @Test(arguments: [
        "192.0.2.9:4711", "192.0.2.9", " [2001:db8::9]:4711", "[2001:db8::9]", "2001:db8::9", "unknown, 192.0.2.9:1",
        "192.0.2.77, [::ffff:192.0.2.9]:80", "192.0.2.9,127.0.0.1:80",
    ])
    func `an address may have a port, and brackets`(given: String) {
        #expect(guess(5, from: given) == [401, 401, 401, 429, 429])
        let isIPv4 = given.contains("192.0.2.9")
        #expect(list("v", from: isIPv4 ? "192.0.2.9" : "2001:db8::9").status == 429)
        #expect(list("v", from: "192.0.2.10").status == 200)
    }

    /// The peer is loopback, which has no limit.
    @Test func `a proxy that names no user is reported once, with what it wrote`() throws {
        let log = LogRecorder(level: .notice)
        let world = try AccessWorld(log: log) {
            $0.trustedProxies = ["127.0.0.1"]
            $0.maximumWrongTokens = 3
        }
        let unreadable = [
            "unknown", "192.0.2.9:", "192.0.2.9:x", "192.0.2.9:123456", "[192.0.2.9]:1", "[2001:db8::9",
            "[2001:db8::9]x",
            "2001:db8::9:0:0:0:0:0:4711", "_hidden", "",
        ]

        for given in unreadable {
            for _ in 0..<5 {
                let headers = world.bearer("guess", ["X-Forwarded-For": given])
                #expect(world.client.get("/v1/progress", headers).status == 401, "\(given)")
            }
        }

        let lines = log.lines(with: "X-Forwarded-For")
        #expect(lines.count == 1)
        #expect(lines.first?.contains("client.named=unknown proxy.address=127.0.0.1") == true)
    }

    @Test func `others do not notice`() {
        _ = guess(5, from: "192.0.2.1")

        #expect(list("v", from: "192.0.2.2").status == 200)
        #expect(list("guess", from: "192.0.2.2").status == 401)
    }

    @Test func `a minute after the first wrong token all is as before`() {
        _ = guess(3, from: "192.0.2.1")
        clock.advance(seconds: 59.999)
        #expect(list("v", from: "192.0.2.1").status == 429)

        clock.advance(seconds: 0.001)
        #expect(list("v", from: "192.0.2.1").status == 200)
        #expect(guess(4, from: "192.0.2.1") == [401, 401, 401, 429])
    }

    @Test func `all addresses of an IPv6 network are one client`() {
        #expect(guess(2, from: "2001:db8:0:1::1") == [401, 401])
        #expect(guess(2, from: "2001:db8:0:1:ffff::2") == [401, 429])

        #expect(list("v", from: "2001:db8:0:1::3").status == 429)
        #expect(list("v", from: "2001:db8:0:2::1").status == 200)
    }

    @Test func `right tokens, and calls without one, do not count`() {
        for _ in 0..<9 { #expect(list("v", from: "192.0.2.1").status == 200) }
        for _ in 0..<9 {
            #expect(world.client.get("/v1/progress", ["X-Forwarded-For": "192.0.2.1"]).status == 401)
        }

        #expect(list("v", from: "192.0.2.1").status == 200)
    }

    @Test func `what needs no token is answered`() {
        _ = guess(3, from: "192.0.2.1")

        let reply = world.client.get("/healthz", world.bearer("guess", ["X-Forwarded-For": "192.0.2.1"]))
        #expect(reply.status == 200)
    }

    @Test func `grants and cookies count like tokens`() {
        let from = ["X-Forwarded-For": "192.0.2.1"]
        let cookie = from.merging(["Cookie": "progressd_session=guess"]) { $1 }
        for _ in 0..<2 { #expect(world.client.get("/v1/progress", cookie).status == 401) }
        #expect(world.client.get("/v1/progress?grant=guess", from).status == 401)

        #expect(world.client.get("/v1/progress?grant=guess", from).problem == "limit-wrong-tokens")
        #expect(world.client.get("/v1/progress", cookie).problem == "limit-wrong-tokens")
    }

    @Test func `tokens that would open a session count, too`() {
        let from = ["X-Forwarded-For": "192.0.2.1"]
        for _ in 0..<3 { #expect(world.client.post("/v1/session", #"{"token":"guess"}"#, from).status == 401) }

        #expect(world.client.post("/v1/session", #"{"token":"v"}"#, from).problem == "limit-wrong-tokens")
    }

    @Test func `reservations that nobody made count, and those that somebody made do not`() {
        let top = world.create(#"{"totalUnitCount":10}"#)
        let tokens = (0..<3).map { _ in world.reserve(top) }
        func create(_ token: String, from address: String, _ more: [String: String] = [:]) -> Reply {
            let headers = ["Progress-Reservation": token, "X-Forwarded-For": address]
            return world.client.post("/v1/progress", "{}", headers.merging(more) { $1 })
        }
        let guess = "00000000-0000-4000-8000-000000000000"

        // A right that may create roots makes one: nothing is refused for the token.
        for _ in 0..<4 { #expect(create(guess, from: "192.0.2.1", world.bearer("r")).status == 201) }
        #expect(create(tokens[0], from: "192.0.2.1").status == 201)
        for _ in 0..<4 { #expect(create(tokens[0], from: "192.0.2.1").status == 401) }
        #expect(create(tokens[1], from: "192.0.2.1").status == 201)

        let guesses = (0..<4).map { _ in create(guess, from: "192.0.2.2").status }
        #expect(guesses == [401, 401, 401, 429])
        #expect(create(tokens[2], from: "192.0.2.2").problem == "limit-wrong-tokens")
    }

    @Test func `lines of a batch count as its sender's`() {
        let line = #"{"method":"GET","path":"/v1/progress","headers":{"Authorization":"Bearer guess"}}"#
        let lines = Array(repeating: line, count: 4).joined(separator: "\n")
        let headers = ["X-Forwarded-For": "192.0.2.1", "Content-Type": "application/x-ndjson"]
        let reply = world.client.post("/v1/batch", lines, world.bearer("v", headers))

        let statuses = reply.text.split(separator: "\n").map { JSON(Array($0.utf8)).status.int }
        #expect(statuses == [401, 401, 401, 429])
        #expect(world.client.post("/v1/batch", lines, world.bearer("v", headers)).status == 429)
    }

    @Test func `loopback is not counted, as a proxy there may name no clients`() {
        for _ in 0..<9 { #expect(world.client.get("/v1/progress", world.bearer("guess")).status == 401) }

        #expect(world.client.get("/v1/progress", world.bearer("v")).status == 200)
    }

    @Test func `0 is no limit`() throws {
        let world = try AccessWorld {
            $0.trustedProxies = ["127.0.0.1"]
            $0.maximumWrongTokens = 0
        }
        let headers = world.bearer("guess", ["X-Forwarded-For": "192.0.2.1"])
        for _ in 0..<9 { #expect(world.client.get("/v1/progress", headers).status == 401) }
    }
}
