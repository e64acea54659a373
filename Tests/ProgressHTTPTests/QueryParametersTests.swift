import Testing

@testable import ProgressHTTP

struct QueryParametersTests {
    private static func parse(_ text: String) throws -> QueryParameters {
        try Array(text.utf8).withUnsafeBufferPointer { try QueryParameters($0) }
    }

    @Test func `names and values are decoded once, repeated ones in their order`() throws {
        let query = try Self.parse("a=1&b=%41%2b+c&a=2&&=x&d&e=&f=g=h&%61=3")

        #expect(query.all("a") == ["1", "2", "3"])
        #expect(query["a"] == "1")
        #expect(query["b"] == "A+ c")
        #expect(query["d"] == "")
        #expect(query["e"] == "")
        #expect(query["f"] == "g=h")
        #expect(query["nothing"] == nil)
        #expect(try Self.parse("a=%2541")["a"] == "%41")
    }

    @Test func `an empty query has nothing in it`() throws {
        #expect(try Self.parse("")["a"] == nil)
        #expect(try QueryParameters(nil)["a"] == nil)
    }

    @Test(arguments: ["a=%", "a=%4", "a=%zz", "%", "a=%4x", "a=%ff", "a=%c3", "%ed%a0%80=1"])
    func `what cannot be decoded is refused`(text: String) {
        #expect(throws: RequestError.self) { try Self.parse(text) }
    }

    @Test(arguments: ["&&&", "a&&b&", "a&b&c&"]) func `empty parameters count, too`(text: String) throws {
        _ = try Array(text.utf8).withUnsafeBufferPointer { try QueryParameters($0, most: 3) }

        #expect(throws: RequestError.self) {
            try Array("\(text)&".utf8).withUnsafeBufferPointer { try QueryParameters($0, most: 3) }
        }
    }

    @Test func `a flag is true, false or refused`() throws {
        let query = try Self.parse("a=true&b=1&c&d=false&e=0&f=yes&g=TRUE")

        for name in ["a", "b", "c"] { #expect(try query.bool(name)) }
        for name in ["d", "e", "nothing"] { #expect(try !query.bool(name)) }
        for name in ["f", "g"] { #expect(throws: RequestError.self) { try query.bool(name) } }
    }

    @Test func `a number is within its range or refused`() throws {
        let query = try Self.parse("a=1&b=500&c=0&d=501&e=x&f=&g=99999999999999999999&h=-1&i=1.0")

        #expect(try query.integer("a", in: 1...500) == 1)
        #expect(try query.integer("b", in: 1...500) == 500)
        #expect(try query.integer("nothing", in: 1...500) == nil)
        for name in ["c", "d", "e", "f", "g", "h", "i"] {
            #expect(throws: RequestError.self) { try query.integer(name, in: 1...500) }
        }
    }

    @Test func `a query with one parameter replaced is escaped again`() throws {
        let query = try Self.parse("label=a%20b:c%26d&limit=3&cursor=old&label=%C3%A4")

        #expect(
            query.text(replacing: "cursor", by: "1.x\r\n")
                == "label=a%20b%3Ac%26d&limit=3&label=%C3%A4&cursor=1.x%0D%0A"
        )
    }
}
