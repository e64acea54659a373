import Testing

@testable import ProgressWire

struct MergePatchTests {
    @Test(arguments: [
        (#"{"a":"b"}"#, #"{"a":"c"}"#, #"{"a":"c"}"#), (#"{"a":"b"}"#, #"{"b":"c"}"#, #"{"a":"b","b":"c"}"#),
        (#"{"a":"b"}"#, #"{"a":null}"#, "{}"),
        (#"{"a":"b","b":"c"}"#, #"{"a":null}"#, #"{"b":"c"}"#), (#"{"a":["b"]}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
        (#"{"a":"c"}"#, #"{"a":["b"]}"#, #"{"a":["b"]}"#),
        (#"{"a":{"b":"c"}}"#, #"{"a":{"b":"d","c":null}}"#, #"{"a":{"b":"d"}}"#),
        (#"{"a":[{"b":"c"}]}"#, #"{"a":[1]}"#, #"{"a":[1]}"#), (#"["a","b"]"#, #"["c","d"]"#, #"["c","d"]"#),
        (#"{"a":"b"}"#, #"["c"]"#, #"["c"]"#),
        (#"{"a":"foo"}"#, "null", "null"), (#"{"a":"foo"}"#, #""bar""#, #""bar""#),
        (#"{"e":null}"#, #"{"a":1}"#, #"{"e":null,"a":1}"#),
        ("[1,2]", #"{"a":"b","c":null}"#, #"{"a":"b"}"#), ("{}", #"{"a":{"bb":{"ccc":null}}}"#, #"{"a":{"bb":{}}}"#),
    ])
    func `the table of RFC 7396, appendix A, holds`(target: String, patch: String, result: String) throws {
        let merged = try MergePatch.merge(JSONValue(patch), into: JSONValue(target))

        #expect(merged.text == result)
    }

    @Test func `nulls inside arrays stay, and members keep their order and their numbers`() throws {
        let target = try JSONValue(#"{"z":1.0,"y":{"b":1,"a":2},"x":3}"#)
        let patch = try JSONValue(#"{"y":{"c":[null,{"d":null}],"b":null},"w":1e400}"#)

        #expect(
            MergePatch.merge(patch, into: target).text
                == #"{"z":1.0,"y":{"a":2,"c":[null,{"d":null}]},"x":3,"w":1e400}"#
        )
    }

    @Test func `ten thousand removals are one pass`() throws {
        let members = (0..<10_000).map { "\"k\($0)\":1" }.joined(separator: ",")
        let target = try JSONValue("{\"first\":0,\(members),\"last\":2}")
        let patch = try JSONValue("{\(members.replacing(":1", with: ":null"))}")

        #expect(MergePatch.merge(patch, into: target).text == #"{"first":0,"last":2}"#)
    }
}
