import ProgressCore
import ProgressDelivery
import ProgressRegistry
import ProgressTelemetry
import ProgressWire

/// `POST /mcp`: the Model Context Protocol, one message a request, without sessions.
struct MCPCalls {
    private let maker: any CallMaker

    init(_ maker: any CallMaker) { self.maker = maker }

    func respond(_ request: APIRequest, _ answer: Answer) throws(RequestError) -> Outcome {
        try request.checkBodyType()
        answer.cacheControl = "no-store"
        var id = Array("null".utf8)
        do throws(MCPError) {
            let message = try MCPMessage(request.body)
            if let given = message.id {
                id.removeAll()
                id.appendJSON(given)
            }
            try message.check(request.headers)
            guard message.id != nil else {
                answer.status = 202
                return .answered
            }
            return try perform(message, id, request, answer)
        } catch {
            MCPReply.write(error, id, answer)
            return .answered
        }
    }

    private func perform(
        _ message: MCPMessage,
        _ id: [UInt8],
        _ request: APIRequest,
        _ answer: Answer
    ) throws(MCPError) -> Outcome {
        switch MCPMethod(rawValue: message.method) {
        case nil: throw .unknownMethod(message.method)
        case .callTool: return try call(message, id, request, answer)
        case .listTools: MCPReply.writeTools(id, answer)
        case .ping: MCPReply.write(JSONObject(), id, answer)
        case .discover:
            var result = Self.introduction
            result["supportedVersions"] = .array(MCPRevision.all.map { .string($0) })
            result["ttlMs"] = .number(3_600_000)
            result["cacheScope"] = .string("public")
            MCPReply.write(result, id, answer)
        case .initialize:
            var result = Self.introduction
            let wanted = message.parameters["protocolVersion"]?.text ?? ""
            let isKnown = MCPRevision.withInitialize.contains(wanted)
            result["protocolVersion"] = .string(isKnown ? wanted : MCPRevision.withInitialize[0])
            MCPReply.write(result, id, answer)
        }
        return .answered
    }

    private static let introduction: JSONObject = [
        "capabilities": .object(["tools": .object(JSONObject())]),
        "serverInfo": .object(["name": .string("progressd"), "version": .string(Release.version)]),
        "instructions": .string(
            "Long work reports its progress here. To start work that a person can watch, pause and cancel, run it in "
                + "the background by `progressctl run --name NAME -- COMMAND`; follow it with watch_progress or "
                + "wait_progress. Work that you do yourself: create_progress, then report_progress after each step; "
                + "obey the directive in its result."
        ),
    ]

    private func call(
        _ message: MCPMessage,
        _ id: [UInt8],
        _ request: APIRequest,
        _ answer: Answer
    ) throws(MCPError) -> Outcome {
        guard let name = message.parameters["name"]?.text, let tool = MCPTool(rawValue: name) else {
            let names = MCPTool.allCases.map(\.rawValue).joined(separator: ", ")
            throw .invalidParameters("params.name must be one of \(names).")
        }
        var arguments = JSONObject()
        switch message.parameters["arguments"] {
        case nil: break
        case .object(let members)?: arguments = members
        default: throw .invalidParameters("params.arguments must be an object.")
        }
        let caller = InnerCaller(request, maker)
        do throws(ToolRefusal) {
            if let long = caller.make(try tool.call(arguments)) { return .continues(MCPAnswer(id, long, caller)) }
            if tool.waits, let node = MCPWatch.working(caller.answer), !request.isLast {
                // A replica that stops asks once more, for an answer at once.
                let seconds = request.head.preferences.wait == 0 ? 0 : try tool.seconds(arguments)
                if seconds > 0 {
                    if tool == .watch, let token = message.progressToken, request.acceptsEvents {
                        let watch = MCPWatch(node, token, id, caller)
                        return .draws(try watch.view(seconds: seconds, request, answer, maker.service))
                    }
                    let wait = Double(min(seconds, MCPTool.longestWait))
                    return .waits(Wait(target: .node(node), seconds: wait, permit: request.permit))
                }
            }
        } catch {
            MCPReply.write(MCPResult(refusal: error.sentence), id, answer)
            return .answered
        }
        MCPReply.write(MCPResult(caller.answer.body, caller.answer), id, answer)
        return .answered
    }
}
