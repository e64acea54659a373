import TestKit
import Testing

/// Each field of create and patch with values that it cannot take.
struct FieldTests {
    private let guarded: Guarded
    private let client: HTTPClient

    init() throws {
        guarded = try Guarded()
        client = guarded.client
    }

    /// Sends one member in a create, a PUT, a child, a nested child and a patch.
    private func send(_ name: String, _ value: String, _ check: (Reply, _ field: String) -> Void) {
        let member = "\(name.json):\(value)"
        check(client.post("/v1/progress", "{\(member)}"), "/\(name)")
        check(client.put("/v1/progress/new", "{\(member)}"), "/\(name)")
        check(client.post("/v1/progress/guarded/children", "{\"pendingUnitCount\":1,\(member)}"), "/\(name)")
        let nested = "{\"children\":[{\"pendingUnitCount\":1,\(member)}]}"
        check(client.post("/v1/progress", nested), "/children/0/\(name)")
        check(client.patch("/v1/progress/guarded", "{\(member)}"), "/\(name)")
    }

    @Test func `a wrong type at each field is refused, and the field is named`() {
        let integers = [
            "\"5\"", "1.5", "true", "[]", "{}", "9223372036854775808", "-9223372036854775809", "1e19", "1e999999999",
        ]
        let texts = ["5", "true", "[]", "{}"]
        let flags = ["\"true\"", "1", "0", "[]", "{}"]
        let objects = ["\"{}\"", "1", "true", "[]"]
        let numbers = ["\"5\"", "true", "[]", "{}"]
        let fields: [(names: [String], values: [String])] = [
            (["totalUnitCount", "completedUnitCount", "fileTotalCount", "fileCompletedCount"], integers),
            (
                [
                    "name", "kind", "fileOperationKind", "fileURL", "localizedDescription",
                    "localizedAdditionalDescription",
                ], texts
            ),
            (["isCancellable", "isPausable", "removeWhenFinished"], flags), (["userInfo", "labels"], objects),
            (["estimatedTimeRemaining", "throughput", "leaseSeconds"], numbers),
        ]
        for (names, values) in fields {
            for name in names {
                for value in values {
                    send(name, value) { reply, field in
                        #expect(reply.status == 400, "\(name): \(value)")
                        #expect(reply.problem == "wrong-type", "\(name): \(value)")
                        #expect(reply.json.field.string == field, "\(name): \(value)")
                    }
                }
            }
        }

        guarded.expectUnchanged()
    }

    @Test func `numbers of seconds out of range are refused`() {
        for (name, values) in [
            ("estimatedTimeRemaining", ["-1", "1000000001", "1e999999999", "-1e999999999"]),
            ("throughput", ["-0.1", "1e400", "1e999999999"]),
            ("leaseSeconds", ["0", "-1", "1000000001", "1e-999999999", "1e999999999"]),
        ] {
            for value in values {
                send(name, value) { reply, field in
                    #expect(reply.status == 422, "\(name): \(value)")
                    #expect(reply.problem == "out-of-range", "\(name): \(value)")
                    #expect(reply.json.field.string == field)
                }
            }
        }

        guarded.expectUnchanged()
    }

    @Test func `integers are exact to the ends of 64 bits, however they are written`() {
        for (text, value) in [
            ("9223372036854775807", Int64.max), ("-9223372036854775808", .min), ("1.0", 1), ("1e3", 1_000),
            ("-0", 0), ("0.0e5", 0), ("9223372036854775807.000", .max), ("92233720368547758070e-1", .max),
            ("9007199254740993", 9_007_199_254_740_993), ("0e999999999", 0), ("10e-1", 1),
        ] {
            let reply = client.post("/v1/progress", "{\"fileTotalCount\":\(text)}")
            #expect(reply.json.fileTotalCount.int == value, "\(text)")
            #expect(reply.text.contains("\"fileTotalCount\":\(value),"))
        }
    }

    @Test func `unknown members are refused`() {
        for name in ["totalUnits", "", "TotalUnitCount", "a/b~c", "__proto__", "totalUnitCount "] {
            send(name, "1") { reply, _ in
                #expect(reply.status == 400)
                #expect(reply.problem == "unknown-field", "\(name)")
            }
        }
        #expect(client.post("/v1/progress", #"{"a/b~c":1}"#).json.field.string == "/a~1b~0c")

        guarded.expectUnchanged()
    }

    @Test func `derived and control members are read-only`() {
        for name in [
            "id", "parentID", "rootID", "depth", "childCount", "fractionCompleted", "isIndeterminate", "isFinished",
            "isCancelled", "isPaused", "failure", "state", "version", "createdAt", "updatedAt", "finishedAt",
            "expiresAt", "summary", "links",
        ] {
            for value in ["1", "null"] {
                send(name, value) { reply, field in
                    #expect(reply.status == 422, "\(name)")
                    #expect(reply.problem == "read-only-field", "\(name)")
                    #expect(reply.json.field.string == field)
                }
            }
        }
        #expect(client.patch("/v1/progress/child", #"{"pendingUnitCount":3}"#).problem == "read-only-field")

        guarded.expectUnchanged()
    }

    @Test func `text is as long as its limit and no longer`() {
        let fits = String(repeating: "ä", count: 2_048)
        for name in ["kind", "fileOperationKind", "fileURL", "localizedDescription", "localizedAdditionalDescription"] {
            #expect(client.post("/v1/progress", "{\"\(name)\":\(fits.json)}").status == 201)
            send(name, (fits + "x").json) { reply, field in
                #expect(reply.status == 422)
                #expect(reply.problem == "limit-text", "\(name)")
                #expect(reply.json.field.string == field)
            }
        }
        let path = "/v1/progress/guarded"
        let long = (fits + "x").json
        #expect(client.post("/v1/progress", "{\"labels\":{\"a\":\(long)}}").problem == "limit-text")
        #expect(client.post("/v1/progress", "{\"labels\":{\(long):\"a\"}}").problem == "limit-text")
        #expect(client.post(path + "/cancel", "{\"reason\":\(long)}").problem == "limit-text")
        #expect(client.post(path + "/fail", "{\"message\":\(long)}").problem == "limit-text")
        #expect(client.post(path + "/fail", "{\"message\":\"m\",\"code\":\(long)}").problem == "limit-text")
        let writer = String(repeating: "w", count: 129).json
        let units = "{\"count\":1,\"writer\":\(writer),\"sequence\":1}"
        #expect(client.post(path + "/completed-units", units).problem == "limit-text")
    }

    @Test func `a patch that fails at its last member has changed nothing`() {
        let body = #"{"completedUnitCount":9,"kind":"x","labels":{"c":"d"},"userInfo":{"z":1},"throughput":-1}"#

        #expect(client.patch("/v1/progress/guarded", body).status == 422)

        guarded.expectUnchanged()
    }

    @Test func `counts that cannot be are refused`() {
        for count in ["1.5", "\"1\"", "null", "true", "9223372036854775808", "1e999999999", "[]", "{}"] {
            let reply = client.post("/v1/progress/guarded/completed-units", "{\"count\":\(count)}")
            #expect(reply.status == 400 || count == "null", "\(count)")
            #expect(reply.status == 400 || reply.status == 422, "\(count)")
        }
        let more = client.post("/v1/progress/guarded/completed-units", #"{"count":1,"more":1}"#)
        #expect(more.problem == "unknown-field")

        guarded.expectUnchanged()
    }
}
