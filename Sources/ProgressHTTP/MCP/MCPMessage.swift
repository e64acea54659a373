import ProgressWire

/// One message of JSON-RPC, read from the body of a request.
struct MCPMessage {
    /// A string or an integer of 64 bits; nil for a notification.
    let id: JSONValue?
    let method: String
    let parameters: JSONObject

    /// - Throws: `.notJSON` or `.invalidRequest`.
    init(_ body: UnsafeRawBufferPointer) throws(MCPError) {
        let value: JSONValue
        do throws(JSONError) {
            var reader = JSONReader(body)
            value = try reader.parse()
        } catch {
            throw .notJSON(BodyError.json(error).sentence)
        }
        if case .array = value {
            throw .invalidRequest("A batch of JSON-RPC is not accepted: send each message in a request of its own.")
        }
        guard case .object(let message) = value else { throw .invalidRequest("The message must be an object.") }
        guard message["jsonrpc"] == .string("2.0") else { throw .invalidRequest(#"The member jsonrpc must be "2.0"."#) }
        guard case .string(let method)? = message["method"] else {
            throw .invalidRequest("The member method must be a string.")
        }
        switch message["id"] {
        case nil, .string?: break
        case .number(let number)? where number.int64 != nil: break
        default:
            throw .invalidRequest("The member id must be a string or a whole number from \(Int64.min) to \(Int64.max).")
        }
        switch message["params"] {
        case nil: parameters = JSONObject()
        case .object(let members)?: parameters = members
        default: throw .invalidRequest("The member params must be an object.")
        }
        id = message["id"]
        self.method = method
    }

    private var metadata: JSONObject {
        if case .object(let members)? = parameters["_meta"] { members } else { JSONObject() }
    }

    /// The token for the caller's notifications of progress; nil if it wants no notifications.
    var progressToken: JSONValue? {
        switch metadata["progressToken"] {
        case .string(let text)?: .string(text)
        case .number(let number)? where number.int64 != nil: .number(number)
        default: nil
        }
    }

    /// Compares the headers that are sent with the body.
    /// - Throws: `.headerMismatch` or `.unsupportedRevision`.
    func check(_ headers: CallHeaders) throws(MCPError) {
        var revision = metadata["io.modelcontextprotocol/protocolVersion"]?.text
        if let sent = headers.text("mcp-protocol-version") {
            if let revision, revision != sent {
                throw .headerMismatch(header: "MCP-Protocol-Version", sent: sent, body: revision)
            }
            revision = sent
        }
        if let sent = headers.text("mcp-method"), sent != method {
            throw .headerMismatch(header: "Mcp-Method", sent: sent, body: method)
        }
        if let sent = headers.text("mcp-name"), let name = parameters["name"]?.text, sent != name {
            throw .headerMismatch(header: "Mcp-Name", sent: sent, body: name)
        }
        if let revision, !MCPRevision.all.contains(revision) { throw .unsupportedRevision(revision) }
    }
}

/// The revisions of the Model Context Protocol that `/mcp` speaks, by date.
enum MCPRevision {
    /// The first without sessions: `server/discover` takes the place of `initialize`.
    static let newest = "2026-07-28"
    /// Those with `initialize`, newest first. It is answered without a session.
    static let withInitialize = ["2025-11-25", "2025-06-18", "2025-03-26"]
    static let all = [newest] + withInitialize
}
