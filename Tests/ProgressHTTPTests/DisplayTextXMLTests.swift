import ProgressTerminal
import Testing

@testable import ProgressHTTP

struct DisplayTextXMLTests {
    @Test func `markup is text in XML`() {
        var bytes: [UInt8] = []

        DisplayText("<a href=\"x\">'&\u{0}", limit: 80).appendXML(to: &bytes)

        #expect(String(decoding: bytes, as: UTF8.self) == "&lt;a href=&quot;x&quot;&gt;&#39;&amp;\u{FFFD}")
    }
}
