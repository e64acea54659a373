import MicroHTTPD
import ProgressWire
import Testing

@testable import ProgressHTTP

struct PreferencesTests {
    @Test(arguments: [
        "return=minimal", "RETURN=\"Minimal\"", " return = minimal ;a=b", "wait=5, return=minimal",
        "x,,\treturn=minimal", "return=minimal;", "return=minimal, return=representation", "foo=\",\", return=minimal",
    ]) func `a minimal answer is asked for in any of the ways to write it`(_ header: String) {
        #expect(preferences(header).isMinimal)
    }

    @Test(arguments: [
        "", ",", "return", "return=", "return=minima", "return=minimalx", "xreturn=minimal", "return=representation",
        ";return=minimal", "return=;minimal", "return=mini,mal",
        "return=representation, return=minimal", "return, return=minimal", #"foo="a\", return=minimal"#,
        #"foo=", return=minimal, ""#,
    ]) func `nothing else asks for it`(_ header: String) {
        #expect(!preferences(header).isMinimal)
    }

    private func preferences(_ header: String) -> Preferences {
        Preferences(.line(LineHeaders([("prefer", header)])))
    }
}
