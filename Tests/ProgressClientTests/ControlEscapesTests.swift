import Foundation
import ProgressClient
import Testing

struct ControlEscapesTests {
    @Test func `what acts on a terminal is escaped, and nothing else`() {
        let json = "{\"a\":\"\u{9B}\u{7F}\u{202E}\u{2028}°é\u{2066}\u{2069}😀\\u001b\"}\n\t\u{1B}[2J"

        let escaped = String(decoding: ControlEscapes.escaped(json.utf8), as: UTF8.self)

        #expect(
            escaped
                == "{\"a\":\"\\u009b\\u007f\\u202e\\u2028°é\u{2066}\u{2069}😀\\u001b\"}\n\t\\u001b[2J"
        )
    }

    @Test func `bytes that end early stay`() {
        for bytes: [UInt8] in [[], [0xC2], [0xE2, 0x80], [0xE2], [0x80]] {
            #expect(ControlEscapes.escaped(bytes) == bytes)
        }
    }

    @Test func `what is written is escaped`() throws {
        let written = try ServiceCoding.encode(["a": "\u{9B}\u{202E}\u{7F}"])

        #expect(String(decoding: written, as: UTF8.self) == #"{"a":"\u009b\u202e\u007f"}"#)
    }

    @Test(arguments: [
        ("http://127.0.0.1:8080", "http://127.0.0.1:8080"), ("https://h/base", "https://h/base"),
        ("http://u:p@h:1/x", "http://h:1/x"), ("http://h/?token=s", "http://h/"), ("http://h?token=s", "http://h"),
        ("u:p@h", "h"), ("http://u:p/a@h/b", "http://…"), ("http://u:p?x@h", "http://…"), ("http//u:p@h", "…"),
        ("http://u:p@ss@h/x#y", "http://h/x"), ("", ""),
    ])
    func `an address in a message has neither a password nor a query`(address: String, shown: String) {
        #expect(ServiceAddress.shown(address) == shown)
        if let url = URL(string: address) { #expect(ProgressService(url).shownAddress == shown) }
    }

    @Test func `a wrong address of the environment is told without its password`() {
        do throws(ServiceError) {
            _ = try ProgressService.fromEnvironment(["PROGRESSD_URL": "htp://user:secret@host?token=secret"])
            Issue.record("it was taken")
        } catch {
            #expect("\(error)".contains("htp://host") && !"\(error)".contains("secret"))
        }
    }
}
