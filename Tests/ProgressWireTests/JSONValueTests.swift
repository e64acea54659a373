import Foundation
import Testing

@testable import ProgressWire

struct JSONValueTests {
    @Test(arguments: [
        (#"{"a":1,"b":[1,2]}"#, #"{"b":[1.0,2e0],"a":1}"#), ("[]", "[ ]"), ("{}", "{ }"), (#""\u0061""#, #""a""#),
        ("1e3", "1000"),
        (#"{"a":{"b":{"c":null}},"d":true}"#, #"{"d":true,"a":{"b":{"c":null}}}"#),
        (
            #"{"1":1,"2":2,"3":3,"4":4,"5":5,"6":6,"7":7,"8":8,"9":9}"#,
            #"{"9":9,"8":8,"7":7,"6":6,"5":5,"4":4,"3":3,"2":2,"1":1}"#
        ),
    ])
    func `values are equal whatever the order of members and the spelling`(left: String, right: String) throws {
        #expect(try JSONValue(left) == JSONValue(right))
    }

    @Test(arguments: [
        ("[1,2]", "[2,1]"), ("[1]", "[1,1]"), ("[]", "{}"), ("null", "false"), ("0", "false"), (#""1""#, "1"),
        ("[]", "null"), ("[[]]", "[{}]"),
        (#"{"a":1}"#, #"{"a":2}"#), (#"{"a":1}"#, #"{"b":1}"#), (#"{"a":1}"#, #"{"a":1,"b":1}"#),
        (#"{"a":null}"#, "{}"), ("[1]", "[2]"),
        ("\"\u{E9}\"", "\"e\u{301}\""), ("{\"\u{E9}\":1}", "{\"e\u{301}\":1}"), ("[[1],[2]]", "[[1],[3]]"),
    ])
    func `and differ in anything else, canonical equivalence included`(left: String, right: String) throws {
        #expect(try JSONValue(left) != JSONValue(right))
        #expect(try JSONValue(right) != JSONValue(left))
    }

    @Test func `a value 4,096 deep is read, compared, copied, written and released on a small stack`() throws {
        let outcome = DispatchQueue.runOnThread(stackSize: 512 << 10) { () -> Bool in
            let open = String(repeating: #"[{"a":"#, count: 2048)
            let text = open + "1" + String(repeating: "}]", count: 2048)
            let arrays = String(repeating: "[", count: 4096) + String(repeating: "]", count: 4096)
            for text in [text, arrays] {
                guard let left = try? JSONReader.parse(Array(text.utf8), depthLimit: 4096),
                    let right = try? JSONReader.parse(Array(text.utf8), depthLimit: 4096)
                else { return false }
                let copy = [left, right, .array([left])]
                guard left == right, left.text == text, copy[2].depth == 4097, copy[2] != left else { return false }
            }
            guard
                let patch = try? JSONReader.parse(
                    Array((String(repeating: #"{"a":"#, count: 4096) + "1" + String(repeating: "}", count: 4096)).utf8),
                    depthLimit: 4096
                )
            else { return false }
            return MergePatch.merge(patch, into: patch) == patch && MergePatch.merge(patch, into: .null) == patch
        }

        #expect(outcome)
    }

    @Test func `a value that is shared below outlives the one above`() throws {
        var whole: JSONValue? = try JSONValue(#"{"a":{"b":[1,{"c":2}]}}"#)
        let part = try #require(whole?.objectValue(at: .root)["a"])
        whole = nil

        #expect(part.text == #"{"b":[1,{"c":2}]}"#)
    }

    @Test func `arrays and objects are values`() throws {
        var object: JSONObject = ["a": 1.json, "b": .array([1.json])]
        let before = object
        object["a"] = .null
        object["c"] = .string("x")
        object["b"] = nil
        var array: JSONArray = [.null]
        let earlier = array
        array.append(.bool(true))

        #expect(JSONValue.object(before).text == #"{"a":1,"b":[1]}"#)
        #expect(JSONValue.object(object).text == #"{"a":null,"c":"x"}"#)
        #expect(earlier.count == 1 && array == [.null, .bool(true)])
        #expect(object["a" as StaticString] == .null && object["z"] == nil && object.map(\.key) == ["a", "c"])
    }

    @Test func `a value of the wrong type says what it is and where`() throws {
        let pointer = JSONPointer.root.appending("a/b").appending(index: 3)

        #expect(throws: JSONError.wrongType(pointer: "/a~1b/3", expected: "an integer", found: "a string")) {
            try JSONValue.string("5").int64Value(at: pointer)
        }
        #expect(throws: JSONError.notAnInteger(pointer: "/a~1b/3", text: "1.5")) {
            try JSONValue("1.5").int64Value(at: pointer)
        }
        #expect(throws: JSONError.notFinite(pointer: "/a~1b/3", text: "1e400")) {
            try JSONValue("1e400").doubleValue(at: pointer)
        }
        #expect(try JSONValue("1e3").int64Value(at: pointer) == 1000)
    }

    @Test(arguments: [
        "[]", "null", "\"ab\"", "[1,2,[3]]", #"{"a":1,"bc":[null,true],"d":{"e":"fg"}}"#, "[[[[]]]]", #"{"é":"ü"}"#,
    ])
    func `a value is no longer than its text, and longer than any part of it`(text: String) throws {
        let value = try JSONReader.parse(Array(text.utf8))
        let count = text.utf8.count

        #expect(!value.isLonger(than: count))
        // A Boolean counts as `true`, a number as one digit: at least that long.
        #expect(value.isLonger(than: count - 2) || text == "[]")
    }

    @Test func `texts and pointers in errors are bounded`() throws {
        let long = String(repeating: "é", count: 300)

        #expect(JSONError.clipped(long).unicodeScalars.count == 80)
        #expect(JSONError.clipped(String(repeating: "1", count: 80)).utf8.count == 80)
        #expect(JSONPointer.root.appending("a").appending(long).appending("b").text == "/a")
    }
}

extension Int {
    fileprivate var json: JSONValue { .number(Int64(self)) }
}

extension DispatchQueue {
    /// Runs `body` on a new thread and waits for it.
    fileprivate static func runOnThread(stackSize: Int, _ body: @escaping @Sendable () -> Bool) -> Bool {
        let done = DispatchSemaphore(value: 0)
        nonisolated(unsafe) var result = false
        let thread = Thread {
            result = body()
            done.signal()
        }
        thread.stackSize = stackSize
        thread.start()
        done.wait()
        return result
    }
}
