import TestKit
import Testing

/// docs/contract.md, section 4: control.
struct ControlTests {
    private let server: LiveServer
    private let client: HTTPClient

    init() throws {
        server = try LiveServer()
        client = HTTPClient(server)
    }

    private func post(_ id: String, _ verb: String, _ body: String? = nil) -> Reply {
        client.post("/v1/progress/\(id)/\(verb)", body)
    }

    @Test func `cancel, pause and resume answer with the snapshot`() {
        let id = client.create(#"{"totalUnitCount":8}"#)

        let paused = post(id, "pause", #"{"reason":"lunch"}"#)
        let resumed = post(id, "resume", "{}")
        let cancelled = post(id, "cancel")

        #expect(paused.json.state.string == "paused" && paused.directive == "pause")
        #expect(resumed.json.state.string == "running" && resumed.directive == "run")
        #expect(cancelled.json.state.string == "cancelled" && cancelled.directive == "cancel")
    }

    @Test func `the hints for user interfaces block nothing`() {
        let id = client.create(#"{"isCancellable":false,"isPausable":false}"#)

        #expect(post(id, "pause").json.isPaused.bool == true)
        #expect(post(id, "cancel").json.isCancelled.bool == true)
    }

    @Test func `a call that finds nothing to change changes nothing`() {
        let id = client.create()
        #expect(post(id, "resume").status == 200)
        #expect(client.snapshot(id).version.int == 1)
        let version = post(id, "cancel").json.version

        #expect(post(id, "cancel", #"{"reason":"again"}"#).json.version == version)
    }

    @Test func `control reaches every unfinished, not failed descendant, also below finished ones`() {
        let top = client.create(#"{"totalUnitCount":9}"#)
        let finished = client.create(#"{"pendingUnitCount":1,"totalUnitCount":1}"#, under: top)
        let below = client.create(#"{"pendingUnitCount":0,"totalUnitCount":2}"#, under: finished)
        let failed = client.create(#"{"pendingUnitCount":1}"#, under: top)
        client.complete(finished, 1)
        _ = post(failed, "fail", #"{"message":"no"}"#)

        _ = post(top, "pause")
        #expect(client.snapshot(below).isPaused.bool == true)
        #expect(client.snapshot(finished).isPaused.bool == false)
        #expect(client.snapshot(failed).isPaused.bool == false)
        _ = post(top, "cancel")

        #expect(client.snapshot(below).isCancelled.bool == true)
        #expect(client.snapshot(finished).isCancelled.bool == false)
        #expect(client.snapshot(failed).isCancelled.bool == false)
    }

    @Test func `pause and resume pass over cancelled ones, and a child may be resumed alone`() {
        let top = client.create()
        let cancelled = client.create(#"{"pendingUnitCount":1}"#, under: top)
        let child = client.create(#"{"pendingUnitCount":1}"#, under: top)
        _ = post(cancelled, "cancel")

        _ = post(top, "pause")
        #expect(client.snapshot(cancelled).isPaused.bool == false)
        #expect(post(child, "resume").json.isPaused.bool == false)

        #expect(client.snapshot(top).isPaused.bool == true)
        #expect(post(top, "resume").json.isPaused.bool == false)
    }

    @Test func `what has ended another way is a conflict, and nothing changes`() {
        let finished = client.create(#"{"completedUnitCount":1}"#)
        let cancelled = client.create()
        let failed = client.create()
        _ = post(cancelled, "cancel")
        _ = post(failed, "fail", #"{"message":"first"}"#)
        let before = [finished, cancelled, failed].map { client.snapshot($0) }

        for verb in ["cancel", "pause", "resume"] {
            #expect(post(finished, verb).problem == "already-finished", "\(verb)")
            #expect(post(failed, verb).problem == "already-failed", "\(verb)")
        }
        #expect(post(cancelled, "pause").problem == "already-cancelled")
        #expect(post(cancelled, "resume").problem == "already-cancelled")
        let fail = #"{"message":"second"}"#
        #expect(post(finished, "fail", fail).problem == "already-finished")
        #expect(post(cancelled, "fail", fail).problem == "already-cancelled")
        #expect(post(failed, "fail", fail).problem == "already-failed")

        #expect([finished, cancelled, failed].map { client.snapshot($0) } == before)
    }

    @Test func `cancel on one that is cancelled and finished is 200`() {
        let id = client.create(#"{"totalUnitCount":1}"#)
        _ = post(id, "cancel")
        client.complete(id, 1)

        #expect(post(id, "cancel").status == 200)
        #expect(client.snapshot(id).state.string == "cancelled")
        #expect(client.snapshot(id).isFinished.bool == true)
    }

    @Test func `fail ends the node, cancels below, and ancestors go on`() {
        let top = client.create(#"{"totalUnitCount":2}"#)
        let failed = client.create(#"{"pendingUnitCount":1,"totalUnitCount":2,"completedUnitCount":1}"#, under: top)
        let below = client.create(#"{"pendingUnitCount":1}"#, under: failed)

        let reply = post(failed, "fail", #"{"message":"The disk is full","code":"ENOSPC"}"#)

        let failure = reply.json.failure
        #expect(failure.message.string == "The disk is full" && failure.code.string == "ENOSPC")
        #expect(failure.by.role.string == "operator" && failure.at == reply.json.updatedAt)
        #expect(reply.json.state.string == "failed" && reply.directive == "cancel")
        #expect(reply.json.fractionCompleted.double == 0.5)
        #expect(client.snapshot(below).state.string == "cancelled")
        #expect(client.snapshot(top).state.string == "running")
        #expect(client.complete(top, 1).json.fractionCompleted.double == 0.75)
        #expect(client.get("/v1/progress/\(top)?summary=true").json.summary.nodeCounts.failed.int == 1)
    }

    @Test func `fail needs a message`() {
        let id = client.create()

        #expect(post(id, "fail", "{}").problem == "missing-field")
        #expect(post(id, "fail", #"{"message":null}"#).problem == "missing-field")
        #expect(post(id, "fail", #"{"message":5}"#).problem == "wrong-type")
        #expect(post(id, "fail", #"{"message":"m","code":5}"#).problem == "wrong-type")
        #expect(post(id, "fail").status == 400)
        #expect(post(id, "fail", #"{"message":"m"}"#).json.failure.code.isNull)
    }

    @Test func `counts after cancel, pause and fail are accepted and credited`() {
        for verb in ["cancel", "pause", "fail"] {
            let parent = client.create(#"{"totalUnitCount":4}"#)
            let id = client.create(#"{"pendingUnitCount":2,"totalUnitCount":8}"#, under: parent)
            let state = post(id, verb, verb == "fail" ? #"{"message":"no"}"# : nil).json.state.string

            let reply = client.complete(id, 8)

            #expect(reply.status == 200)
            #expect(reply.json.isFinished.bool == true)
            #expect(reply.json.state.string == (verb == "pause" ? "finished" : state))
            #expect(client.snapshot(parent).completedUnitCount.int == 2)
        }
    }

    @Test func `what joins a paused, cancelled or failed parent becomes like it, ended ones stay`() {
        for verb in ["pause", "cancel", "fail"] {
            let parent = client.create(#"{"totalUnitCount":9}"#)
            let root = client.create(
                #"{"totalUnitCount":5,"children":[{"pendingUnitCount":1},{"pendingUnitCount":1,"completedUnitCount":1}]}"#
            )
            _ = post(parent, verb, verb == "fail" ? #"{"message":"no"}"# : nil)

            let joined = client.post(
                "/v1/progress/\(parent)/children",
                "{\"childID\":\"\(root)\",\"pendingUnitCount\":1}"
            )
            let created = client.post("/v1/progress/\(parent)/children", #"{"pendingUnitCount":1}"#)

            let flag = verb == "pause" ? "isPaused" : "isCancelled"
            #expect(joined.json[flag].bool == true)
            #expect(created.json[flag].bool == true)
            #expect(created.directive == (verb == "pause" ? "pause" : "cancel"))
            let tree = client.get("/v1/progress/\(root)/tree").json
            #expect(tree.children[0][flag].bool == true)
            #expect(tree.children[1].state.string == "finished")
        }
    }

    @Test func `every reply to a write on a node carries the directive`() {
        for (verb, directive) in [("resume", "run"), ("pause", "pause"), ("cancel", "cancel")] {
            let id = client.create(#"{"name":"n","totalUnitCount":8}"#)
            _ = post(id, verb)
            let path = "/v1/progress/\(id)"

            let replies = [
                client.complete(id, 1), client.patch(path, #"{"kind":"x"}"#), client.post(path + "/heartbeat"),
                client.post(path + "/completed-units", #"{"count":1}"#, ["Prefer": "return=minimal"]),
                client.post(path + "/children", #"{"pendingUnitCount":0}"#),
                client.post(path + "/reservations", #"{"pendingUnitCount":1}"#), client.post(path + "/\(verb)"),
            ]

            for reply in replies { #expect(reply.directive == directive, "\(verb): \(reply.status)") }
            _ = client.delete(path)
        }
        #expect(client.post("/v1/progress", "{}").directive == "run")
        #expect(client.put("/v1/progress/x", "{}").directive == "run")
        #expect(client.put("/v1/progress/x", "{}").directive == "run")
    }

    @Test func `cancel wins over pause`() {
        let id = client.create()
        _ = post(id, "pause")

        let reply = post(id, "cancel")

        #expect(reply.directive == "cancel")
        #expect(reply.json.isPaused.bool == true && reply.json.isCancelled.bool == true)
        #expect(reply.json.state.string == "cancelled")
    }
}
