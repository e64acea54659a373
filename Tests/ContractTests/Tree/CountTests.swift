import TestKit
import Testing

/// docs/contract.md, section 2: arithmetic.
struct CountTests {
    private let server: LiveServer
    private let client: HTTPClient

    init() throws {
        server = try LiveServer()
        client = HTTPClient(server)
    }

    @Test(arguments: [
        (0, 0, true, false, 0.0), (-1, 0, true, false, 0), (-1, 5, true, false, 0), (8, -1, true, false, 0),
        (0, 1, false, true, 1), (0, -1, true, false, 0), (8, 2, false, false, 0.25), (8, 8, false, true, 1),
        (100, 150, false, true, 1.5), (8, 0, false, false, 0),
        (1, 9_223_372_036_854_775_807, false, true, 9.223372036854775807e18),
        (-9_223_372_036_854_775_808, 9_223_372_036_854_775_807, true, false, 0),
    ])
    func `counts say what is indeterminate, finished, and how far`(
        total: Int64,
        completed: Int64,
        isIndeterminate: Bool,
        isFinished: Bool,
        fraction: Double
    ) {
        let node = client.post("/v1/progress", "{\"totalUnitCount\":\(total),\"completedUnitCount\":\(completed)}").json

        #expect(node.totalUnitCount.int == total)
        #expect(node.completedUnitCount.int == completed)
        #expect(node.isIndeterminate.bool == isIndeterminate)
        #expect(node.isFinished.bool == isFinished)
        #expect(node.fractionCompleted.double == fraction)
    }

    @Test func `an uncredited child counts by its fraction`() {
        let parent = client.create(#"{"totalUnitCount":100}"#)
        let child = client.create(#"{"pendingUnitCount":50,"totalUnitCount":4}"#, under: parent)

        client.complete(child, 2)

        #expect(client.snapshot(parent).fractionCompleted.double == 0.25)
        #expect(client.snapshot(parent).completedUnitCount.int == 0)
    }

    @Test func `a finish credits the pending units once for ever, and cascades upwards`() {
        let top = client.create(#"{"totalUnitCount":2}"#)
        let parent = client.create(#"{"pendingUnitCount":2,"totalUnitCount":5}"#, under: top)
        let child = client.create(#"{"pendingUnitCount":5,"totalUnitCount":1}"#, under: parent)

        client.complete(child, 1)
        #expect(client.snapshot(parent).completedUnitCount.int == 5)
        #expect(client.snapshot(top).isFinished.bool == true)

        client.complete(child, -1)
        client.complete(child, 3)
        #expect(client.snapshot(parent).completedUnitCount.int == 5)
        #expect(client.snapshot(top).completedUnitCount.int == 2)
    }

    @Test func `setting a parent's count overwrites what children have credited`() {
        let parent = client.create(#"{"totalUnitCount":10}"#)
        let child = client.create(#"{"pendingUnitCount":5,"totalUnitCount":1,"completedUnitCount":1}"#, under: parent)
        #expect(client.snapshot(parent).completedUnitCount.int == 5)

        let node = client.patch("/v1/progress/\(parent)", #"{"completedUnitCount":1}"#).json

        #expect(node.completedUnitCount.int == 1)
        #expect(node.fractionCompleted.double == 0.1)
        client.complete(child, 1)
        #expect(client.snapshot(parent).completedUnitCount.int == 1)
    }

    @Test func `both counts in one patch are one transition`() {
        let parent = client.create(#"{"totalUnitCount":10}"#)
        let child = client.create(#"{"pendingUnitCount":5,"totalUnitCount":2,"completedUnitCount":1}"#, under: parent)

        _ = client.patch("/v1/progress/\(child)", #"{"completedUnitCount":2,"totalUnitCount":4}"#)

        #expect(client.snapshot(parent).completedUnitCount.int == 0)
        #expect(client.snapshot(parent).fractionCompleted.double == 0.25)
        #expect(client.snapshot(child).finishedAt.isNull)
    }

    @Test func `an excursion to indeterminate and back loses nothing`() {
        let parent = client.create(#"{"totalUnitCount":100}"#)
        _ = client.create(#"{"pendingUnitCount":50,"totalUnitCount":4,"completedUnitCount":2}"#, under: parent)

        let away = client.patch("/v1/progress/\(parent)", #"{"totalUnitCount":-1}"#).json
        let back = client.patch("/v1/progress/\(parent)", #"{"totalUnitCount":100}"#).json

        #expect(away.fractionCompleted.double == 0)
        #expect(back.fractionCompleted.double == 0.25)
    }

    @Test func `pending units above the total give a fraction above 1, and 0 never moves the parent`() {
        let parent = client.create(#"{"totalUnitCount":10}"#)
        let large = client.create(#"{"pendingUnitCount":30,"totalUnitCount":2,"completedUnitCount":1}"#, under: parent)
        let none = client.create(#"{"pendingUnitCount":0,"totalUnitCount":2}"#, under: parent)

        #expect(client.snapshot(parent).fractionCompleted.double == 1.5)
        #expect(client.snapshot(parent).isFinished.bool == false)
        client.complete(none, 2)
        #expect(client.snapshot(parent).fractionCompleted.double == 1.5)
        client.complete(large, 1)
        #expect(client.snapshot(parent).completedUnitCount.int == 30)
    }

    @Test func `pending units that are negative or missing are refused`() {
        let parent = client.create(#"{"totalUnitCount":10}"#)
        let path = "/v1/progress/\(parent)/children"

        let negative = client.post(path, #"{"pendingUnitCount":-1}"#)
        let missing = client.post(path, "{}")
        let null = client.post(path, #"{"pendingUnitCount":null}"#)
        let below = client.post("/v1/progress", #"{"children":[{"pendingUnitCount":1},{"totalUnitCount":1}]}"#)

        #expect(negative.status == 422 && negative.problem == "negative-pending")
        #expect(negative.json.field.string == "/pendingUnitCount")
        #expect(missing.status == 422 && missing.problem == "missing-pending-unit-count")
        #expect(null.status == 422)
        #expect(below.json.field.string == "/children/1/pendingUnitCount")
        #expect(client.snapshot(parent).childCount.int == 0)
    }

    @Test func `an overflow anywhere in the cascade is refused, and nothing has changed`() {
        let parent = client.create(#"{"totalUnitCount":10,"completedUnitCount":9223372036854775800}"#)
        let child = client.create(#"{"pendingUnitCount":8,"totalUnitCount":2,"completedUnitCount":1}"#, under: parent)
        let before = client.get("/v1/progress/\(parent)/tree").json

        let finish = client.complete(child, 1)
        let direct = client.complete(parent, 8)
        let patch = client.patch("/v1/progress/\(child)", #"{"completedUnitCount":2,"labels":{"a":"b"}}"#)
        let delete = client.delete("/v1/progress/\(child)")

        for reply in [finish, direct, patch, delete] {
            #expect(reply.status == 422)
            #expect(reply.problem == "count-overflow")
        }
        #expect(finish.json.field.string == "/count" && direct.json.field.string == "/count")
        #expect(delete.json.field.string == nil)
        #expect(client.get("/v1/progress/\(parent)/tree").json == before)
        #expect(client.complete(parent, 7).json.completedUnitCount.int == 9_223_372_036_854_775_807)
        #expect(client.complete(parent, -9_223_372_036_854_775_807).json.completedUnitCount.int == 0)
    }

    @Test func `many updates leave no drift`() {
        let parent = client.create(#"{"totalUnitCount":3}"#)
        let child = client.create(#"{"pendingUnitCount":1,"totalUnitCount":1000}"#, under: parent)
        for _ in 0..<999 { client.complete(child, 1) }
        #expect(abs((client.snapshot(parent).fractionCompleted.double ?? 0) - 0.333) < 1e-12)

        client.complete(child, -999)

        #expect(client.get("/v1/progress/\(parent)").text.contains("\"fractionCompleted\":0"))
        #expect(client.snapshot(parent).fractionCompleted.double == 0)
    }

    @Test func `a retry with writer and sequence is harmless`() {
        let id = client.create(#"{"totalUnitCount":100}"#)
        let path = "/v1/progress/\(id)/completed-units"

        #expect(client.post(path, #"{"count":5,"writer":"w1","sequence":17}"#).json.completedUnitCount.int == 5)
        #expect(client.post(path, #"{"count":5,"writer":"w1","sequence":17}"#).json.completedUnitCount.int == 5)
        #expect(client.post(path, #"{"count":5,"writer":"w1","sequence":3}"#).status == 200)
        #expect(client.post(path, #"{"count":5,"writer":"w2","sequence":1}"#).json.completedUnitCount.int == 10)
        #expect(client.post(path, #"{"count":5,"writer":"w1","sequence":18}"#).json.completedUnitCount.int == 15)
    }

    @Test func `writer and sequence come together`() {
        let id = client.create()
        let path = "/v1/progress/\(id)/completed-units"

        let writer = client.post(path, #"{"count":5,"writer":"w1"}"#)
        let sequence = client.post(path, #"{"count":5,"sequence":1}"#)
        let count = client.post(path, #"{"writer":"w1","sequence":1}"#)

        #expect(writer.status == 422 && writer.problem == "incomplete-sequence")
        #expect(sequence.status == 422 && sequence.problem == "incomplete-sequence")
        #expect(count.status == 422 && count.problem == "missing-field")
        #expect(client.snapshot(id).completedUnitCount.int == 0)
    }

    @Test func `a refused write does not use up its sequence`() {
        let id = client.create(#"{"completedUnitCount":9223372036854775807}"#)
        let path = "/v1/progress/\(id)/completed-units"

        #expect(client.post(path, #"{"count":1,"writer":"w","sequence":1}"#).problem == "count-overflow")

        #expect(
            client.post(path, #"{"count":-1,"writer":"w","sequence":1}"#).json.completedUnitCount.int
                == 9_223_372_036_854_775_806
        )
    }

    @Test func `a progress remembers 64 writers and forgets the one unused longest`() {
        let id = client.create()
        let path = "/v1/progress/\(id)/completed-units"
        for number in 0..<65 { _ = client.post(path, "{\"count\":1,\"writer\":\"w\(number)\",\"sequence\":1}") }

        let known = client.post(path, #"{"count":1,"writer":"w1","sequence":1}"#).json
        let forgotten = client.post(path, #"{"count":1,"writer":"w0","sequence":1}"#).json

        #expect(known.completedUnitCount.int == 65)
        #expect(forgotten.completedUnitCount.int == 66)
    }
}
