import ProgressRegistry
import TestKit
import Testing

/// docs/mcp.md: the Model Context Protocol, message by message. Tests/clients/mcp has a host's view.
struct MCPTests {
    private let server: LiveServer
    private let client: HTTPClient

    init() throws {
        server = try LiveServer { $0.hasMCP = true }
        client = HTTPClient(server)
    }

    private func send(_ method: String, _ parameters: String = "{}", _ headers: [String: String] = [:]) -> Reply {
        client.post("/mcp", #"{"jsonrpc":"2.0","id":7,"method":"\#(method)","params":\#(parameters)}"#, headers)
    }

    private func call(_ tool: String, _ arguments: String) -> JSON {
        send("tools/call", #"{"name":"\#(tool)","arguments":\#(arguments)}"#).json.result
    }

    private func text(_ result: JSON) -> String { result.content[0].text.string ?? "" }

    @Test func `without being asked for it is a path like any unknown one`() throws {
        let client = HTTPClient(try LiveServer())

        for method in ["GET", "POST", "OPTIONS"] {
            let reply = client.call(method, "/mcp", [:], method == "POST" ? "{}" : nil)
            #expect(reply.status == 404)
            #expect(reply.problem == "not-found")
        }
    }

    @Test func `only POST is allowed`() {
        #expect(client.get("/mcp").status == 405)
        #expect(client.call("DELETE", "/mcp", [:], nil).status == 405)
    }

    @Test func `discovery and the older initialize name what is spoken`() {
        let found = send("server/discover").json
        let begun = send("initialize", #"{"protocolVersion":"2025-06-18","capabilities":{}}"#).json
        let other = send("initialize", #"{"protocolVersion":"2024-11-05"}"#).json

        #expect(found.id.int == 7)
        #expect(found.result.supportedVersions[0].string == "2026-07-28")
        #expect(found.result.resultType.string == "complete")
        #expect(begun.result.protocolVersion.string == "2025-06-18")
        #expect(other.result.protocolVersion.string == "2025-11-25")
    }

    @Test func `a notification is accepted without a body`() {
        let reply = client.post("/mcp", #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#)

        #expect(reply.status == 202)
        #expect(reply.text.isEmpty)
    }

    @Test func `a message has at most 64 KiB`() {
        func send(_ count: Int) -> Reply {
            let message = #"{"jsonrpc":"2.0","id":7,"method":"ping"}"#
            return HTTPClient(server).post("/mcp", message + String(repeating: " ", count: count - message.utf8.count))
        }

        #expect(send(65_536).status == 200)
        #expect(send(65_537).status == 413)
        #expect(send(65_537).json.detail.string == "The body may have at most 65536 bytes.")
    }

    @Test func `a result that is too large is refused, and what was written stays`() {
        let id = client.create(#"{"name":"fat","totalUnitCount":9}"#)
        for first in stride(from: 0, to: 64, by: 8) {
            let labels = (first..<first + 8).map { #""\#($0)":"\#(String(repeating: #"\u0001"#, count: 4_000))""# }
            #expect(
                client.patch("/v1/progress/\(id)", #"{"labels":{\#(labels.joined(separator: ","))}}"#).status == 200
            )
        }

        let read = call("get_progress", #"{"id":"fat"}"#)
        let written = call("report_progress", #"{"id":"fat","count":1}"#)

        #expect(read.isError.bool == true && text(read).contains("524288 bytes"))
        #expect(written.isError.bool != true && text(written).hasPrefix("Done."))
        #expect(client.get("/v1/progress/fat").json.completedUnitCount.int == 1)
    }

    @Test func `a tool's call has the limits of a line`() {
        let label = String(repeating: "é", count: 4_000)

        let refused = call("list_progress", #"{"label":"a:\#(label)"}"#)

        #expect(refused.isError.bool == true)
        #expect(text(refused).contains("16384 bytes"))
        #expect(call("list_progress", #"{"label":"a:\#(label.prefix(2_000))"}"#).isError.bool != true)
    }

    @Test(arguments: [
        ("{", 400, -32_700), ("", 400, -32_700), ("[]", 400, -32_600), ("1", 400, -32_600),
        (#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, 400, -32_600),
        (#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, 400, -32_600),
        (#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, 400, -32_600),
        (#"{"jsonrpc":"2.0","id":1,"result":{}}"#, 400, -32_600),
        (#"{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}"#, 400, -32_600),
        (#"{"jsonrpc":"2.0","id":1,"method":"tools/walk"}"#, 404, -32_601),
        (#"{"jsonrpc":"2.0","id":1,"method":"tools/call"}"#, 400, -32_602),
        (#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"remove_progress"}}"#, 400, -32_602),
        (
            #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_progress","arguments":[]}}"#, 400,
            -32_602
        ),
    ])
    func `a message that is none gets an error of JSON-RPC`(body: String, status: Int, code: Int64) {
        let reply = client.post("/mcp", body)

        #expect(reply.status == status)
        #expect(reply.json.error.code.int == code)
        #expect(reply.json.error.message.string?.isEmpty == false)
    }

    @Test func `an id beyond 64 bits learns the limit`() {
        let largest = client.post("/mcp", #"{"jsonrpc":"2.0","id":9223372036854775807,"method":"ping"}"#)
        let beyond = client.post("/mcp", #"{"jsonrpc":"2.0","id":9223372036854775808,"method":"ping"}"#)

        #expect(largest.json.id.int == .max)
        #expect(beyond.json.error.message.string?.contains("to 9223372036854775807.") == true)
    }

    @Test func `headers must say what the body says`() {
        let list = #"{"name":"list_progress"}"#

        #expect(send("ping", "{}", ["MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "ping"]).status == 200)
        #expect(send("ping", "{}", ["Mcp-Method": "tools/list"]).json.error.code.int == -32_020)
        #expect(send("tools/call", list, ["Mcp-Name": "get_progress"]).json.error.code.int == -32_020)
        let old = send("ping", "{}", ["MCP-Protocol-Version": "2024-11-05"])
        #expect(old.status == 400)
        #expect(old.json.error.code.int == -32_022)
        #expect(old.json.error.data.requested.string == "2024-11-05")
    }

    @Test func `a page of another site is refused, with a token too`() throws {
        let world = try AccessWorld { $0.hasMCP = true }
        let ping = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#

        #expect(send("ping", "{}", ["Origin": "https://other.example"]).status == 403)
        let foreign = world.client.post("/mcp", ping, world.bearer("o", ["Origin": "https://other.example"]))
        #expect(foreign.problem == "cross-site")
        #expect(world.client.post("/mcp", ping).status == 401)
        #expect(world.client.post("/mcp", ping, world.bearer("v")).status == 200)
    }

    @Test func `an agent creates, reports, and obeys`() {
        let made = call("create_progress", #"{"name":"job","totalUnitCount":4,"localizedDescription":"Tidying"}"#)
        let again = call("create_progress", #"{"name":"job","totalUnitCount":4,"localizedDescription":"Tidying"}"#)
        let added = call("report_progress", #"{"id":"job","count":1}"#)
        _ = call("pause_progress", #"{"id":"job"}"#)
        let replaced = call("report_progress", #"{"id":"job","completedUnitCount":3}"#)
        _ = call("resume_progress", #"{"id":"job"}"#)
        let ended = call("report_progress", #"{"id":"job","outcome":"failed","message":"No space"}"#)

        #expect(made.isError.bool == false)
        #expect(again.structuredContent.id.string == made.structuredContent.id.string)
        #expect(text(added).contains("Tidying"))
        #expect(added.structuredContent.completedUnitCount.int == 1)
        #expect(!text(added).contains("Directive"))
        #expect(text(replaced).contains("Directive: pause"))
        #expect(ended.structuredContent.state.string == "failed")
    }

    @Test func `a tool with large arguments is a call like others`() {
        let part = #"{"pendingUnitCount":1,"totalUnitCount":10}"#
        let parts = Array(repeating: part, count: 1_000).joined(separator: ",")

        let made = call("create_progress", #"{"name":"large","totalUnitCount":1000,"children":[\#(parts)]}"#)

        #expect(made.structuredContent.childCount.int == 1_000)
        #expect(text(made).contains("large"))
    }

    @Test func `lists and trees are results as well`() {
        let root = call("create_progress", #"{"name":"root","totalUnitCount":2}"#).structuredContent.id.string ?? ""
        let part = #"{"name":"part","parentID":"root","pendingUnitCount":1}"#
        _ = call("create_progress", part)
        let again = call("create_progress", part)

        let list = call("list_progress", #"{"limit":1}"#)
        let tree = call("get_progress", #"{"id":"root","depth":2}"#)
        let none = call("list_progress", #"{"state":"failed"}"#)

        #expect(list.structuredContent.items[0].id.string == root)
        #expect(tree.structuredContent.children[0].name.string == "part")
        #expect(again.structuredContent.type.string?.hasSuffix("name-taken") == true)
        #expect(text(none) == "No progress matches.")
    }

    @Test(arguments: [
        ("get_progress", "{}", "The argument id is missing: an id or a name."),
        ("get_progress", #"{"id":7}"#, "The argument id must be a string."),
        ("get_progress", #"{"id":""}"#, "An id or a name has 1 to 128 characters, not 0."),
        ("get_progress", #"{"id":"a","deep":1}"#, #"The argument "deep" is unknown here."#),
        ("get_progress", #"{"id":"a","depth":-1}"#, "The argument depth must be a whole number from 0 to 1000."),
        ("wait_progress", #"{"id":"a","seconds":26}"#, "The argument seconds must be a whole number from 0 to 25."),
        ("report_progress", #"{"id":"a","outcome":"won"}"#, "outcome must be finished or failed."),
        ("cancel_progress", #"{"id":"../../metrics"}"#, "No progress has the id or name"),
        ("cancel_progress", #"{"id":"a/b?c"}"#, "No progress has the id or name"),
        ("get_progress", #"{"id":"Nächtlicher Lauf"}"#, #"No progress has the id or name "Nächtlicher Lauf""#),
        ("create_progress", #"{"name":"Nächtlicher Lauf"}"#, #""Nächtlicher Lauf" is not a name"#),
        ("create_progress", #"{"totalUnits":1}"#, "Did you mean totalUnitCount?"),
    ])
    func `what a tool refuses is a result that says why`(tool: String, arguments: String, why: String) {
        let result = call(tool, arguments)

        #expect(result.isError.bool == true)
        #expect(text(result).contains(why), "\(text(result))")
    }

    @Test func `the token's role and subtree hold for each tool`() throws {
        let world = try AccessWorld { $0.hasMCP = true }
        let (root, other) = (world.create(), world.create())
        let token = world.grant(root, #"{"role":"viewer"}"#).json.token.string ?? ""
        func call(_ tool: String, _ id: String, _ token: String) -> JSON {
            let message =
                #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":"#
                + #"{"name":"\#(tool)","arguments":{"id":"\#(id)"}}}"#
            return world.client.post("/mcp", message, world.bearer(token)).json.result
        }

        #expect(call("cancel_progress", root, "v").isError.bool == true)
        #expect(call("get_progress", root, token).isError.bool == false)
        #expect(call("get_progress", other, token).isError.bool == true)
        #expect(call("cancel_progress", root, token).isError.bool == true)
        #expect(call("cancel_progress", root, "o").structuredContent.state.string == "cancelled")
    }
}
