import ProgressWire

/// Why a message gets an error of JSON-RPC. Whatever a tool refuses is a result instead, which the agent reads.
enum MCPError: Error {
    /// A whole sentence.
    case notJSON(String)
    /// A whole sentence. The message is JSON, but no request or notification.
    case invalidRequest(String)
    case unknownMethod(String)
    /// A whole sentence.
    case invalidParameters(String)
    /// A header that contradicts the body.
    case headerMismatch(header: StaticString, sent: String, body: String)
    case unsupportedRevision(String)

    /// JSON-RPC 2.0, section 5.1, and the codes of the revision 2026-07-28.
    var code: Int {
        switch self {
        case .notJSON: -32_700
        case .invalidRequest: -32_600
        case .unknownMethod: -32_601
        case .invalidParameters: -32_602
        case .headerMismatch: -32_020
        case .unsupportedRevision: -32_022
        }
    }

    /// The status of the HTTP reply.
    var status: Int { if case .unknownMethod = self { 404 } else { 400 } }

    var sentence: String {
        switch self {
        case .notJSON(let sentence), .invalidRequest(let sentence), .invalidParameters(let sentence): sentence
        case .unknownMethod(let method):
            "The method \(Excerpt(method)) is unknown. Known: \(MCPMethod.allCases.map(\.rawValue).joined(separator: ", "))."
        case .headerMismatch(let header, let sent, let body):
            "The header \(header) says \(Excerpt(sent)), the body \(Excerpt(body))."
        case .unsupportedRevision(let revision):
            "The revision \(Excerpt(revision)) is not supported. Supported: \(MCPRevision.all.joined(separator: ", "))."
        }
    }

    var data: JSONValue? {
        guard case .unsupportedRevision(let revision) = self else { return nil }
        return .object(["supported": .array(MCPRevision.all.map { .string($0) }), "requested": .string(revision)])
    }
}

/// The requests that are answered. Every notification is accepted and ignored.
enum MCPMethod: String, CaseIterable {
    case discover = "server/discover"
    case initialize, ping
    case listTools = "tools/list"
    case callTool = "tools/call"
}
