import Testing

@testable import ProgressWire

struct UnitsBodyTests {
    private func read(_ text: String) throws(BodyError) -> UnitsBody {
        let bytes = Array(text.utf8)
        do {
            return try bytes.withUnsafeBytes { try UnitsBody($0) }
        } catch let error as BodyError {
            throw error
        } catch {
            fatalError("UnitsBody throws nothing else")
        }
    }

    @Test(
        arguments: [
            ("{\"count\":1}", 1), ("{\"count\": 1}", 1), ("{\"count\":  1}", 1), ("{ \"count\":1}", 1),
            ("{\"count\":0}", 0), ("{\"count\":-7}", -7), ("{\"count\": -0}", 0), ("{\"count\":1 }", 1),
            ("{\"count\":1}\n", 1),
            ("{\"count\":1.0}", 1), ("{\"count\":1e3}", 1_000), ("{\"count\":10}", 10),
            ("{\"count\":999999999999999999}", 999_999_999_999_999_999),
            ("{\"count\":9223372036854775807}", .max), ("{\"count\": 9223372036854775807}", .max),
            ("{\"c\\u006funt\":5}", 5),
        ] as [(String, Int64)]
    )
    func `a count is read however it is written`(_ text: String, _ count: Int64) throws {
        let body = try read(text)

        #expect(body.count == count)
        #expect(body.numbered == nil)
    }

    @Test(
        arguments: [
            "{\"count\":}", "{\"count\": }", "{\"count\":01}", "{\"count\": 00}", "{\"count\":1", "{\"count\":1}}",
            "{\"count\":1x}", "{\"count\"1}", "{\"count\" 1}", "{\"count\":1,}", "{\"count\":+1}", "{\"count\":1.5}",
            "{\"count\":9223372036854775808}", "{\"count\":\"1\"}", "{\"count\":1 1}", "{\"count\":/}", "{\"count\"::}",
            "{\"counts\":1}", "{\"Count\":1}", "{\"count\":1,\"count\":1}", "{}", "", "1", "{\"count\":\u{660}}",
        ]
    )
    func `what is not just a count is refused`(_ text: String) {
        #expect(throws: BodyError.self) { try read(text) }
    }

    @Test func `a numbered write is read whole`() throws {
        let body = try read("{\"count\":2,\"writer\":\"w1\",\"sequence\":17}")

        #expect(body.count == 2)
        #expect(body.numbered?.writer == "w1")
        #expect(body.numbered?.sequence == 17)
    }
}
