import Testing

@testable import ProgressWire

struct JSONReaderTests {
    @Test(arguments: JSONDocuments.accepted)
    func `a strict document is read, and written back compact with its numbers as they came`(
        text: String,
        compact: String
    ) throws {
        let value = try JSONReader.parse(Array(text.utf8))

        #expect(value.text == compact)
        #expect(try JSONReader.parse(Array(compact.utf8)) == value)
    }

    @Test(arguments: JSONDocuments.refused)
    func `anything laxer is malformed`(text: String) {
        #expect(isMalformed { try JSONReader.parse(Array(text.utf8)) })
    }

    @Test(arguments: JSONDocuments.refusedBytes)
    func `UTF-16, UTF-32 and byte order marks are malformed`(bytes: [UInt8]) {
        #expect(isMalformed { try JSONReader.parse(bytes) })
    }

    @Test(arguments: JSONDocuments.invalidUTF8)
    func `broken UTF-8 is found where it begins, in values and in keys`(bytes: [UInt8], offset: Int) {
        let quote = UInt8(ascii: "\"")

        #expect(throws: JSONError.invalidUTF8(offset: offset)) { try JSONReader.parse([quote] + bytes + [quote]) }
        #expect(throws: JSONError.invalidUTF8(offset: offset + 1)) {
            try JSONReader.parse([UInt8(ascii: "{"), quote] + bytes + [quote] + Array(":1}".utf8))
        }
    }

    @Test func `every prefix of a document is refused without a read beyond its end`() throws {
        let text = Array(#"{"a\n€😀":[1.5e3,"12345678\ud83d\ude00",true,null,{}],"b":"日本語"}"#.utf8)

        for length in 0..<text.count {
            #expect(throws: JSONError.self) { try JSONReader.parse(Array(text[..<length])) }
        }
        #expect(throws: Never.self) { try JSONReader.parse(text) }
    }

    @Test func `sixty-four levels are read and the sixty-fifth is refused`() throws {
        for (open, close) in [("[", "]"), (#"{"a":"#, "}")] {
            let nested = { (depth: Int) in
                let inner = open == "[" ? "" : "1"
                return Array(
                    (String(repeating: open, count: depth) + inner + String(repeating: close, count: depth)).utf8
                )
            }

            #expect(try JSONReader.parse(nested(64)).depth == 64)
            #expect(throws: JSONError.tooDeep(limit: 64)) { try JSONReader.parse(nested(65)) }
            #expect(try JSONReader.parse(nested(200), depthLimit: 200).depth == 200)
            #expect(throws: JSONError.tooDeep(limit: 199)) { try JSONReader.parse(nested(200), depthLimit: 199) }
        }
    }

    @Test func `a bomb of a hundred thousand levels is refused at the limit, or read if the limit lets it`() throws {
        let bomb = [UInt8](repeating: UInt8(ascii: "["), count: 100_000)
        let whole = bomb + [UInt8](repeating: UInt8(ascii: "]"), count: 100_000)

        #expect(throws: JSONError.tooDeep(limit: 64)) { try JSONReader.parse(bomb) }
        #expect(throws: JSONError.tooDeep(limit: 2100)) { try JSONReader.parse(bomb, depthLimit: 2100) }
        #expect(isMalformed { try JSONReader.parse(bomb, depthLimit: .max) })
        #expect(try JSONReader.parse(whole, depthLimit: .max).depth == 100_000)
    }

    @Test(arguments: [
        (#"{"a":1,"a":2}"#, "/a"), (#"{"a":1,"\u0061":2}"#, "/a"), (#"{"\u00e9":1,"é":2}"#, "/é"),
        (#"{"":1,"":2}"#, "/"),
        (#"{"x":[0,{"y":{"a/b~c":1,"a/b~c":1}}]}"#, "/x/1/y/a~1b~0c"), (#"[[],{},{"a":1,"b":2,"a":3}]"#, "/2/a"),
        (#"{"a":{"a":1},"b":{"a":1},"a":1}"#, "/a"),
    ])
    func `a key that occurs twice is named by its pointer`(text: String, pointer: String) {
        #expect(throws: JSONError.duplicateKey(pointer: pointer)) { try JSONReader.parse(Array(text.utf8)) }
    }

    @Test func `a repeated key among ten thousand is found, wherever it stands`() throws {
        let members = (0..<10_000).map { "\"k\($0)\":\($0)" }
        let text = { (members: [String]) in Array("{\(members.joined(separator: ","))}".utf8) }

        let object = try JSONReader.parse(text(members)).objectValue(at: .root)
        #expect(object.count == 10_000)
        #expect(object["k9999"] == .number(9999))
        #expect(object["k10000"] == nil)
        for repeated in [0, 7, 8, 9, 5000, 9999] {
            #expect(throws: JSONError.duplicateKey(pointer: "/k\(repeated)")) {
                try JSONReader.parse(text(members + ["\"k\(repeated)\":0"]))
            }
        }
    }

    @Test func `errors say where and what`() {
        #expect(throws: JSONError.malformed(offset: 6, "A digit is expected in a number.")) {
            try JSONReader.parse(Array(#"{"a":-}"#.utf8))
        }
        #expect(throws: JSONError.malformed(offset: 3, "A value is expected.")) {
            try JSONReader.parse(Array("[1,]".utf8))
        }
        #expect(throws: JSONError.malformed(offset: 2, "Nothing is expected after the value.")) {
            try JSONReader.parse(Array("1 2".utf8))
        }
    }

    private func isMalformed(_ body: () throws -> JSONValue) -> Bool {
        do {
            _ = try body()
            return false
        } catch JSONError.malformed(_, let expected) {
            return expected.unicodeScalars.count <= 80 && expected.hasSuffix(".")
        } catch { return false }
    }
}

extension JSONValue {
    var text: String {
        var bytes: [UInt8] = []
        bytes.appendJSON(self)
        return String(decoding: bytes, as: UTF8.self)
    }

    init(_ text: String) throws { self = try JSONReader.parse(Array(text.utf8)) }
}
