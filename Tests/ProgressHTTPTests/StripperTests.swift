import Testing

@testable import ProgressHTTP

/// The scripts and styles of the pages are compared as they are, too, by `Tests/browser/test_assets.py`.
struct StripperTests {
    private func script(_ source: String) -> String { stripped(source, Stripper.script) }

    private func style(_ source: String) -> String { stripped(source, Stripper.style) }

    private func stripped(_ source: String, _ strip: (UnsafeBufferPointer<UInt8>) -> [UInt8]) -> String {
        String(decoding: Array(source.utf8).withUnsafeBufferPointer(strip), as: UTF8.self)
    }

    @Test func `comments and idle spaces of a script go, and words stay apart`() {
        let source = "// Adds.\nfunction add(x, y) {\n    /* a comment */ return x + +y;\n}\n"

        #expect(script(source) == "function add(x,y){return x+ +y;}\n")
    }

    @Test func `the end of a line stays where it may end a statement`() {
        #expect(script("const a = b\nlet c = (\n  d\n)\n[e] = f\n") == "const a=b\nlet c=(d)\n[e]=f\n")
    }

    @Test func `strings, templates and patterns are left as they are`() {
        #expect(script("a = \"x  // y\" ;") == "a=\"x  // y\";\n")
        #expect(script("b = `1  ${ f( `2  ${ c }` ) }  // 3`;") == "b=`1  ${f(`2  ${c}`)}  // 3`;\n")
        #expect(script("d = /[/'\"]  \\//g.test( e ) ;") == "d= /[/'\"]  \\//g.test(e);\n")
        #expect(script("h = (i + j) / k / l;") == "h=(i+j) / k / l;\n")
    }

    @Test func `a style keeps the spaces of its selectors and values`() {
        let source = "/* Rows. */\n.row, .top :is(a, b) {\n    margin: 0 calc(1rem + 2px);\n    content: \"a  b\";\n}\n"

        #expect(style(source) == ".row,.top :is(a,b){margin:0 calc(1rem + 2px);content:\"a  b\";}\n")
    }
}
