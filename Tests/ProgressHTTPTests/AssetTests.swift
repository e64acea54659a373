import Testing

@testable import ProgressHTTP

struct AssetTests {
    private func served(_ file: String) -> String {
        String(decoding: Array(file.utf8).withUnsafeBufferPointer(Asset.withoutComments), as: UTF8.self)
    }

    @Test func `comments that fill lines stay with those who write the files`() {
        #expect(
            served("// why\nimport x;\n\n  /** What.\n   * More. */\n  f();  // here\n") == "import x;\nf();  // here\n"
        )
        #expect(served("/* Of the list. */\na { b: c }\n/* one */ d { e: f }\n") == "a { b: c }\n d { e: f }\n")
    }

    @Test func `addresses in a text are no comments`() {
        #expect(served("const a = \"https://x/*\";\nb();\n") == "const a = \"https://x/*\";\nb();\n")
    }
}
