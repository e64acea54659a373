import Testing

@testable import ProgressHTTP

struct BatchLinesTests {
    /// The lines, and how many steps they took.
    private func find(_ body: String, limit: Int = 10) throws -> (lines: [String], steps: Int) {
        try Array(body.utf8).withUnsafeBytes { body in
            var lines = BatchLines(body, limit: limit)
            var steps = 1
            while try lines.step() { steps += 1 }
            return (lines.found.map { String(decoding: $0, as: UTF8.self) }, steps)
        }
    }

    @Test func `lines that are not blank are found as they are`() throws {
        #expect(try find("").lines == [])
        #expect(try find("\n \r\n\t\n").lines == [])
        #expect(try find("a").lines == ["a"])
        #expect(try find(" a \r\n\n\tb\n").lines == [" a \r", "\tb"])
        #expect(try find("a\n\n\nb\nc").lines == ["a", "b", "c"])
    }

    @Test func `white space and lines as long as they like are passed over in steps`() throws {
        let blank = String(repeating: "\n", count: 1_000_000)
        let long = String(repeating: "x", count: 1_000_000)
        let spaces = String(repeating: " ", count: 200_000)

        #expect(try find(blank).steps > 10)
        #expect(try find(spaces + "a\n" + spaces + "b").lines == [spaces + "a", spaces + "b"])
        #expect(try find(blank + long + "\n" + blank + long).lines == [long, long])
    }

    @Test func `one line more than the limit refuses all`() throws {
        #expect(try find(String(repeating: "a\n", count: 10)).lines.count == 10)
        #expect(throws: RequestError.self) { try find(String(repeating: "a\n", count: 11)) }
    }
}
