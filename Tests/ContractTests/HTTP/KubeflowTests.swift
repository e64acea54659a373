import ProgressRegistry
import TestKit
import Testing

/// docs/clients.md, "Trainers": the status that Kubeflow takes. Tests/clients/kubeflow has the callback of transformers.
struct KubeflowTests {
    private static let path = "/v1/progress/job/kubeflow-status"
    private let client: HTTPClient

    init() throws { client = HTTPClient(try LiveServer { $0.hasKubeflow = true }) }

    private func send(_ status: String, to path: String = path) -> Reply {
        client.post(path, #"{"trainerStatus":\#(status)}"#)
    }

    private func steps(_ done: Int, of total: Int, _ percentage: Int) -> String {
        #"{"progressPercentage":\#(percentage),"estimatedRemainingSeconds":90,"metrics":[{"name":"current_step","#
            + #""value":"\#(done)"},{"name":"total_steps","value":"\#(total)"},{"name":"loss","value":"2.5e-1"}]}"#
    }

    @Test func `without being asked for they are paths like any unknown ones`() throws {
        let client = HTTPClient(try LiveServer())

        #expect(client.post(Self.path, #"{"trainerStatus":{}}"#).problem == "not-found")
        #expect(client.get("/v1/progress/job").status == 404)
    }

    @Test func `steps are units, and the rest is shown with them`() {
        let reply = send(steps(3, of: 40, 7))
        let job = client.snapshot("job")

        #expect(reply.status == 200)
        #expect(reply.json.trainerStatus.progressPercentage.int == 7)
        #expect(job.completedUnitCount.int == 3)
        #expect(job.totalUnitCount.int == 40)
        #expect(job.leaseSeconds.int == 60)
        #expect(job.estimatedTimeRemaining.int == 90)
        #expect(job.userInfo.metrics.loss.double == 0.25)
    }

    @Test func `a status is refused under a condition that does not hold, and changes nothing`() {
        let status = #"{"trainerStatus":\#(steps(3, of: 40, 7))}"#
        #expect(client.post(Self.path, status, ["If-None-Match": "*"]).status == 200)
        let tag = client.get("/v1/progress/job")["etag"] ?? ""

        for condition in [["If-None-Match": "*"], ["If-Match": #""zzz""#], ["If-None-Match": tag]] {
            let reply = client.post(Self.path, #"{"trainerStatus":\#(steps(9, of: 40, 22))}"#, condition)
            #expect(reply.status == 412)
            #expect(reply.json.kind.string == "Status")
        }
        #expect(client.snapshot("job").completedUnitCount.int == 3)
        #expect(client.post(Self.path, status, ["If-Match": tag]).status == 200)
    }

    @Test func `a status has at most 64 KiB`() {
        func send(_ count: Int) -> Reply {
            let status = #"{"trainerStatus":{"progressPercentage":7}}"#
            return client.post(Self.path, status + String(repeating: " ", count: count - status.utf8.count))
        }

        #expect(send(65_536).status == 200)
        #expect(send(65_537).status == 413)
        #expect(send(65_537).json.kind.string == "Status")
    }

    @Test func `percent alone counts hundredths of the total that is known`() {
        _ = send(#"{"progressPercentage":0}"#)
        #expect(client.snapshot("job").totalUnitCount.int == 100)

        _ = send(steps(3, of: 40, 7))
        _ = send(#"{"progressPercentage":50}"#)

        #expect(client.snapshot("job").totalUnitCount.int == 40)
        #expect(client.snapshot("job").completedUnitCount.int == 20)
    }

    @Test func `an estimate holds until a status without one, and signs of life leave it`() {
        func remaining(after status: String) -> Int64? {
            _ = send(status)
            return client.snapshot("job").estimatedTimeRemaining.int
        }

        #expect(remaining(after: #"{"progressPercentage":10,"estimatedRemainingSeconds":100}"#) == 100)
        #expect(remaining(after: "{}") == 100)
        #expect(remaining(after: #"{"progressPercentage":90}"#) == nil)
    }

    @Test func `a hundred percent finish it, and what comes later changes nothing`() {
        _ = send(steps(39, of: 40, 99))
        let last = send(#"{"progressPercentage":100}"#)
        let version = client.snapshot("job").version.int
        let late = send(steps(10, of: 40, 25))

        #expect(last.status == 200)
        #expect(late.status == 200)
        #expect(client.snapshot("job").state.string == "finished")
        #expect(client.snapshot("job").completedUnitCount.int == 40)
        #expect(client.snapshot("job").version.int == version)
    }

    @Test func `work that begins after the end is a new run`() {
        _ = send(#"{"progressPercentage":100}"#)
        let before = client.snapshot("job").id.string
        _ = send(#"{"progressPercentage":0}"#)

        #expect(client.snapshot("job").state.string == "running")
        #expect(client.snapshot("job").id.string != before)
    }

    @Test func `metrics that are too large are refused, not forgotten`() {
        let text = String(repeating: "m", count: 17 << 10)

        let reply = send(#"{"progressPercentage":1,"metrics":[{"name":"note","value":"\#(text)"}]}"#)

        #expect(reply.status == 422)
        #expect(reply.json.kind.string == "Status")
        #expect(client.get("/v1/progress/job").status == 404)
    }

    @Test func `the lease of a progress that exists stays`() {
        _ = client.put("/v1/progress/job", #"{"leaseSeconds":900}"#)
        _ = send(steps(1, of: 2, 50))

        #expect(client.snapshot("job").leaseSeconds.int == 900)
    }

    @Test func `Kubeflow's own path names the job by its namespace`() {
        let path = "/apis/trainer.kubeflow.org/v1alpha1/namespaces/team/trainjobs/tune/status"

        #expect(send(steps(1, of: 4, 25), to: path).status == 200)
        #expect(client.snapshot("team:tune").completedUnitCount.int == 1)
        #expect(send("{}", to: path.replacing("tune", with: "a%20b")).status == 422)
    }

    @Test(arguments: [
        ("{", 400), ("[]", 400), (#"{"status":{}}"#, 422), (#"{"trainerStatus":[]}"#, 400),
        (#"{"trainerStatus":{"progressPercentage":101}}"#, 422),
        (#"{"trainerStatus":{"progressPercentage":"7"}}"#, 400),
        (#"{"trainerStatus":{"estimatedRemainingSeconds":-1}}"#, 422),
        (#"{"trainerStatus":{"metrics":[{"name":"loss","value":0.5}]}}"#, 400),
        (#"{"trainerStatus":{"metrics":[{"value":"0.5"}]}}"#, 400),
    ])
    func `what is refused is a Status of Kubernetes, and nothing is created`(body: String, code: Int64) {
        let reply = client.post(Self.path, body)

        #expect(reply.status == code)
        #expect(reply.json.kind.string == "Status")
        #expect(reply.json.code.int == code)
        #expect(reply.json.message.string?.isEmpty == false)
        #expect(client.get("/v1/progress/job").status == 404)
    }

    @Test func `a wrong token and a viewer's are forbidden, and a grant holds in its subtree`() throws {
        let world = try AccessWorld { $0.hasKubeflow = true }
        let root = world.create()
        let grant = world.grant(root, #"{"role":"reporter"}"#).json.token.string ?? ""
        func send(_ token: String, _ node: String = "job") -> Reply {
            let body = #"{"trainerStatus":{"progressPercentage":5}}"#
            return world.client.post("/v1/progress/\(node)/kubeflow-status", body, world.bearer(token))
        }

        #expect(send("wrong").status == 403)
        #expect(send("wrong").json.reason.string == "Forbidden")
        #expect(send("v").status == 403)
        #expect(send(grant).status == 403)
        #expect(send(grant, root).status == 200)
        #expect(send("r").status == 200)
    }
}
