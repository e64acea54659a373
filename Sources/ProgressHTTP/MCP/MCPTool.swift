import MicroHTTPD
import ProgressWire

/// The tools of `/mcp`. Each is a call of the service, which decides about rights, values and conflicts.
enum MCPTool: String, CaseIterable {
    case list = "list_progress"
    case get = "get_progress"
    case watch = "watch_progress"
    case wait = "wait_progress"
    case create = "create_progress"
    case report = "report_progress"
    case cancel = "cancel_progress"
    case pause = "pause_progress"
    case resume = "resume_progress"

    /// The tool that a message calls; nil for other messages. It reads the body whole.
    static func called(by body: UnsafeRawBufferPointer) -> MCPTool? {
        guard let message = try? MCPMessage(body), message.method == MCPMethod.callTool.rawValue else { return nil }
        return message.parameters["name"]?.text.flatMap(MCPTool.init)
    }

    /// Whether its reply may be late.
    var waits: Bool { self == .watch || self == .wait }

    /// Whether it changes nothing.
    var isRead: Bool { waits || self == .list || self == .get }

    /// The call that the arguments describe. For `watch` and `wait` it reads the progress once.
    func call(_ arguments: JSONObject) throws(ToolRefusal) -> InnerCall {
        var rest = MCPArguments(arguments)
        switch self {
        case .list: return try list(&rest)
        case .get: return try get(&rest)
        case .watch, .wait:
            let node = try rest.node()
            _ = try seconds(arguments)
            try rest.refuse(except: ["seconds"])
            return InnerCall(.get, node)
        case .create: return try create(&rest)
        case .report: return try report(&rest)
        case .cancel, .pause, .resume:
            let node = try rest.node()
            try rest.refuse(except: [])
            return InnerCall(.post, "\(node)/\(rawValue.prefix { $0 != "_" })")
        }
    }

    /// For a request without a stream, in seconds: hosts give a silent tool up after 30 or 60.
    static let longestWait: Int64 = 25
    private static let longestWatch: Int64 = 3_600

    /// How long `watch` and `wait` take at most.
    func seconds(_ arguments: JSONObject) throws(ToolRefusal) -> Int64 {
        var rest = MCPArguments(arguments)
        let longest = self == .watch ? Self.longestWatch : Self.longestWait
        return try rest.integer("seconds", in: 0...longest) ?? (self == .watch ? 300 : Self.longestWait)
    }

    private func list(_ arguments: inout MCPArguments) throws(ToolRefusal) -> InnerCall {
        var query: [String] = []
        for name in ["state", "name", "q", "label", "sort", "cursor"] {
            if let text = try arguments.text(name) { query.append("\(name)=\(InnerCall.escaped(text))") }
        }
        if let limit = try arguments.integer("limit", in: 1...100) { query.append("limit=\(limit)") }
        try arguments.refuse(except: [])
        return InnerCall(.get, "/v1/progress", query: query)
    }

    private func get(_ arguments: inout MCPArguments) throws(ToolRefusal) -> InnerCall {
        let node = try arguments.node()
        let depth = try arguments.integer("depth", in: 0...1_000)
        try arguments.refuse(except: [])
        guard let depth, depth > 0 else { return InnerCall(.get, node) }
        return InnerCall(.get, "\(node)/tree", query: ["depth=\(depth)"])
    }

    /// A root with a name is put, so that the same call made again finds it.
    private func create(_ arguments: inout MCPArguments) throws(ToolRefusal) -> InnerCall {
        if let parent = try arguments.text("parentID") {
            return InnerCall(.post, "\(try MCPArguments.path(of: parent))/children", body: arguments.rest)
        }
        guard let name = try arguments.text("name") else {
            return InnerCall(.post, "/v1/progress", body: arguments.rest)
        }
        return InnerCall(.put, try MCPArguments.path(of: name), body: arguments.rest)
    }

    private func report(_ arguments: inout MCPArguments) throws(ToolRefusal) -> InnerCall {
        let node = try arguments.node()
        let outcome = try arguments.text("outcome")
        switch outcome {
        case nil: break
        case "finished":
            return InnerCall(.post, "\(node)/finish", body: arguments.rest)
        case "failed":
            return InnerCall(.post, "\(node)/fail", body: arguments.rest)
        default: throw ToolRefusal("outcome must be finished or failed.")
        }
        guard arguments.rest["count"] != nil else { return InnerCall(.patch, node, body: arguments.rest) }
        return InnerCall(.post, "\(node)/completed-units", body: arguments.rest)
    }
}
