import ProgressCore
import Testing

@Suite struct FileDescriptionTests {
    @Test(
        arguments: [
            ("downloading", "Downloading"), ("decompressingAfterDownloading", "Decompressing"),
            ("receiving", "Receiving"), ("copying", "Copying"), ("uploading", "Uploading"),
            ("duplicating", "Duplicating"), (nil, "Processing"), ("", "Processing"), ("Downloading", "Processing"),
            ("shredding", "Processing"), ("processing", "Processing"),
        ] as [(String?, String)]
    )
    func `the operation gives the verb of all three sentences`(operation: String?, verb: String) {
        #expect(Sample.file(0, of: 8, operation: operation).description == "\(verb) files…")
        #expect(Sample.file(0, of: 8, operation: operation, url: "a/b").description == "\(verb) “b”…")
        #expect(Sample.file(0, of: 8, operation: operation, files: (nil, 9)).description == "\(verb) 9 files…")
        #expect(Sample.file(0, of: 8, operation: operation, files: (nil, 1)).description == "\(verb) 1 file…")
    }

    @Test func `a finished or indeterminate file keeps its sentence`() {
        #expect(Sample.file(8, of: 8).description == "Downloading files…")
        #expect(Sample.file(0, of: -1).description == "Downloading files…")
    }

    @Test(
        arguments: [
            (0, "Downloading 0 files…"), (2, "Downloading 2 files…"), (1_234, "Downloading 1,234 files…"),
            (.max, "Downloading 9,223,372,036,854,775,807 files…"),
        ] as [(Int64, String)]
    )
    func `the number of files beats the URL`(count: Int64, expected: String) {
        #expect(Sample.file(0, of: 8, url: "file:///a.txt", files: (nil, count)).description == expected)
        #expect(Sample.file(0, of: 8, url: "file:///a.txt", files: (0, count)).description == expected)
    }

    @Test func `without a total, or with a negative one, the number of files is not known`() {
        #expect(Sample.file(0, of: 8, url: "file:///a.txt", files: (7, nil)).description == "Downloading “a.txt”…")
        #expect(Sample.file(0, of: 8, url: "file:///a.txt", files: (7, -9)).description == "Downloading “a.txt”…")
    }

    @Test(arguments: [
        ("file:///Users/ann/Text%20Edit/", "Text Edit"),
        ("file:///Text%20Edit///", "Text Edit"),
        ("file://host/a/b.txt", "b.txt"),
        ("file:/a/b.txt", "b.txt"),
        ("FILE:///a/b.txt", "b.txt"),
        ("https://example.com/a/b.zip?version=2/3#part/4", "b.zip"),
        ("https://example.com/a/b.zip#part?no/query", "b.zip"),
        ("/tmp/a:b", "a:b"),
        ("/tmp/Résumé.pdf", "Résumé.pdf"),
        ("b.txt", "b.txt"),
        ("1:b", "1:b"),
        ("file:b.txt", "b.txt"),
        ("file:///%E2%82%AC", "€"),
        ("file:///a%2Fb", "a/b"),
        ("file:///a%3Fb%23c", "a?b#c"),
        ("file:///100%", "100%"),
        ("file:///100%2", "100%2"),
        ("file:///%zz%4", "%zz%4"),
        ("file:///%25%32%30", "%20"),
        ("file:///a+b", "a+b"),
        ("file:///%F0%9F%8E%89", "🎉"),
    ])
    func `the name is the last path component, decoded`(url: String, name: String) {
        #expect(Sample.file(0, of: 8, operation: "copying", url: url).description == "Copying “\(name)”…")
    }

    @Test(arguments: [
        "", "/", "///", "file:", "file:/", "file://", "file:///", "file://host", "file://host/", "https://example.com",
        "https://example.com?a/b", "?a/b", "#a", "file:///?a", "file:///#a",
    ])
    func `a URL without a last path component names nothing`(url: String) {
        #expect(Sample.file(0, of: 8, url: url).description == "Downloading files…")
    }

    @Test(arguments: [
        ("%FF", "\u{FFFD}"), ("a%C3", "a\u{FFFD}"), ("%C3a", "\u{FFFD}a"), ("%C0%80", "\u{FFFD}\u{FFFD}"),
        ("%ED%A0%80", "\u{FFFD}\u{FFFD}\u{FFFD}"), ("a%0Ab", "a\u{FFFD}b"), ("a\nb", "a\u{FFFD}b"),
        ("%00", "\u{FFFD}"), ("%1B[31m", "\u{FFFD}[31m"), ("%7F", "\u{FFFD}"), ("%C2%85", "\u{FFFD}"),
        ("%E2%80%AEfdp.exe", "\u{FFFD}fdp.exe"), ("%E2%81%A9", "\u{FFFD}"), ("%E2%80%A8", "\u{FFFD}"),
    ])
    func `what cannot be shown in a name is replaced`(encoded: String, name: String) {
        #expect(Sample.file(0, of: 8, url: "file:///\(encoded)").description == "Downloading “\(name)”…")
    }

    @Test func `any bytes at all in a URL give valid text`() {
        var generator = SystemRandomNumberGenerator()

        for _ in 0..<2_000 {
            let escapes = (0..<12).map { _ in "%" + String(UInt8.random(in: 128...255, using: &generator), radix: 16) }
            let expected = escapes.map { UInt8($0.dropFirst(), radix: 16) ?? 0 }

            let text = Sample.file(0, of: 8, url: "/x" + escapes.joined()).description

            #expect(text != "malformed UTF-8")
            if let name = String(validating: expected, as: UTF8.self),
                name.unicodeScalars.allSatisfy({ $0.value > 0x9F })
            {
                #expect(text == "Downloading “x\(name)”…")
            }
        }
    }
}
