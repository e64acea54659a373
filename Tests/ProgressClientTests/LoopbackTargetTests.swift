import Testing

@testable import ProgressClient

@Suite struct LoopbackTargetTests {
    @Test(arguments: [
        ("http://127.0.0.1:8080/v1/progress?x=y", ["127.0.0.1"], 8080, "127.0.0.1:8080", "/v1/progress?x=y"),
        ("http://localhost", ["::1", "127.0.0.1"], 80, "localhost", "/"),
        ("http://[::1]:9/a", ["::1"], 9, "[::1]:9", "/a"), ("http://[::1]/a", ["::1"], 80, "[::1]", "/a"),
        ("http://127.255.0.9?q", ["127.255.0.9"], 80, "127.255.0.9", "/?q"),
    ]) func `an address of this machine needs no resolver`(
        address: String,
        hosts: [String],
        port: UInt16,
        authority: String,
        path: String
    ) throws {
        let target = try #require(LoopbackTarget(address))

        #expect(target.hosts == hosts && target.port == port && target.authority == authority && target.path == path)
    }

    @Test(arguments: [
        "https://127.0.0.1", "http://progress.example.com", "http://127.0.0.1.example.com", "http://127.1",
        "http://127.0.0.256",
        "http://127.0.0.01", "http://127.0.0.+1", "http://localhost.", "http://localhost.example.com",
        "http://user@localhost",
        "http://localhost@example.com", "http://localhost:", "http://localhost:0", "http://localhost:65536",
        "http://localhost:80x", "http://127.0.0.1:+80",
        "http://[::2]", "http://[::1", "http://::1", "http://localhost/a#b", "http://localhost/a b",
        "http://localhost/\r\nX: y", "http://",
        "", "localhost", "http://localhost/ä",
    ]) func `every other address is libcurl's`(address: String) { #expect(LoopbackTarget(address) == nil) }
}
