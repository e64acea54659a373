import MicroHTTPD
import ProgressCore
import ProgressLocalization
import ProgressRegistry
import ProgressWire
import Testing

@testable import ProgressHTTP

/// ETags, preferences and hosts, as headers name them.
struct HeaderTests {
    private static let id = ProgressID(high: 1, low: 2)

    private static func withBytes<Result>(_ text: String?, _ body: (UnsafeBufferPointer<UInt8>?) -> Result) -> Result {
        guard let text else { return body(nil) }
        return Array(text.utf8).withUnsafeBufferPointer { body($0) }
    }

    private static func etag(version: Int64 = 12, subtree: UInt64? = nil) -> String {
        var bytes: [UInt8] = []
        EntityTag.append(id, "node", .english, version: version, subtree: subtree, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func `an ETag names id, representation, language, version, and the newest change below`() {
        #expect(Self.etag() == "\"\(Self.id).node.en.12\"")
        #expect(Self.etag(subtree: 90) == "\"\(Self.id).node.en.12.90\"")
    }

    @Test(arguments: [
        ("ETAG", true), ("*", true), ("W/ETAG", true), ("\"a\", ETAG", true), (" ETAG ,\"b\"", true),
        ("\"a\"", false), ("", false), ("ETAGx", false), ("**", false), (",,", false),
    ])
    func `If-None-Match finds it, weak or strong`(text: String, isFound: Bool) {
        let etag = Self.etag()

        let matches = Self.withBytes(text.replacing("ETAG", with: etag)) { EntityTag.matches($0, Array(etag.utf8)) }

        #expect(matches == isFound)
        #expect(!EntityTag.matches(nil, Array(etag.utf8)))
    }

    @Test(arguments: [
        ("\"ID.node.en.12\"", true), ("\"ID.tree.zh-Hant.12.90\"", true), ("*", true),
        ("\"x\", \"ID.node.en.12\"", true), ("W/\"ID.node.en.12\"", false), ("\"ID.node.en.13\"", false),
        ("ID.node.en.12", false), ("\"ID.node.en\"", false), ("\"ID.node.en.x\"", false), ("", false),
        ("\"\"", false), ("\"", false), ("\"00000000-0000-0001-0000-000000000003.node.en.12\"", false),
        ("\"ID.node.en.99999999999999999999\"", false),
    ])
    func `If-Match compares id and version only`(text: String, isAllowed: Bool) {
        let header = text.replacing("ID", with: Self.id.description)

        let precondition = Self.withBytes(header) { Precondition(.init(ifMatch: $0)) }

        #expect(precondition.isGiven)
        #expect(precondition.allows(Self.id, version: 12) == isAllowed)
    }

    @Test func `without If-Match every write is allowed`() {
        #expect(!Precondition(.init(ifMatch: nil)).isGiven)
        #expect(Precondition(.init(ifMatch: nil)).allows(Self.id, version: 12))
    }

    @Test(arguments: [
        ("return=minimal", true), ("Return=Minimal", true), ("return=\"minimal\"", true),
        ("a, return=minimal; b=c , wait = 7", true), ("wait=5", false), ("return=representation", false),
        ("returns=minimal", false), ("return", false), ("", false), (",;=,", false),
    ])
    func `preferences that are known are found, and a line of a batch never waits`(text: String, isMinimal: Bool) {
        let preferences = Self.preferences(text)

        #expect(preferences.isMinimal == isMinimal)
        #expect(preferences.wait == nil)
    }

    /// The preferences of a line of a batch, which never waits.
    private static func preferences(_ text: String) -> Preferences {
        Preferences(.line(LineHeaders([("prefer", text)])))
    }

    @Test(arguments: [
        ("localhost", true), ("127.0.0.1", true), ("127.255.0.9", true), ("::1", true), ("[::1]", true),
        ("a.localhost", true), ("127.0.0.1.evil.example", false), ("localhost.evil.example", false),
        ("evil.example", false), ("10.0.0.1", false), ("0.0.0.0", false), ("127.0.0", false), ("127.0.0.256", false),
        ("", false), ("::", false), ("127.0.0.1 ", false), ("0x7f.0.0.1", false), ("2130706433", false),
    ])
    func `loopback names are those of this machine`(host: String, isLoopback: Bool) {
        #expect(LoopbackName.isLoopback(host) == isLoopback)
    }
}
