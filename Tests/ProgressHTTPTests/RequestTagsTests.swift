import Testing

@testable import ProgressHTTP

struct RequestTagsTests {
    private static let trace = "0af7651916cd43dd8448eb211c80319c"
    private static let span = "b7ad6b7169203331"

    private static func trace(_ parent: String) -> String? {
        Array(parent.utf8).withUnsafeBufferPointer { RequestTags.trace(inParent: $0) }
            .map { String(decoding: $0, as: UTF8.self) }
    }

    @Test(arguments: ["00-\(trace)-\(span)-01", "00-\(trace)-\(span)-00", "cc-\(trace)-\(span)-01-what-comes-later"])
    func `a well-formed traceparent gives its trace`(_ parent: String) {
        #expect(Self.trace(parent) == Self.trace)
    }

    @Test(arguments: [
        "", "-", "00", "00-\(trace)", "00-\(trace)-\(span)", "00-\(trace)-\(span)-1", "00-\(trace)-\(span)-011",
        "00-\(trace)-\(span)-01-more", "ff-\(trace)-\(span)-01", "0-\(trace)-\(span)-01", "00-\(trace)0-\(span)-01",
        "00-\(trace.uppercased())-\(span)-01", "00-\(trace)-\(span.dropLast())-01", "00-\(trace)-\(span)-0x",
        "00-\(String(repeating: "0", count: 32))-\(span)-01", "00-\(trace)-\(String(repeating: "0", count: 16))-01",
        "00_\(trace)_\(span)_01", " 00-\(trace)-\(span)-01",
    ])
    func `any other gives none`(_ parent: String) {
        #expect(Self.trace(parent) == nil)
    }

    @Test(arguments: ["a", "~!#$%&()*+,-./:;<=>?@[]^_`{|}", String(repeating: "x", count: 128)])
    func `visible characters make an id`(_ id: String) {
        #expect(Array(id.utf8).withUnsafeBufferPointer { RequestTags.isPrintable($0) })
    }

    @Test(arguments: ["", " ", "a b", "\"", "'", "\\", "\t", "\u{7f}", "é", String(repeating: "x", count: 129)])
    func `what could not be shown everywhere makes none`(_ id: String) {
        #expect(!Array(id.utf8).withUnsafeBufferPointer { RequestTags.isPrintable($0) })
    }
}
