import ProgressWire

/// Writes messages of JSON-RPC. Ids are given as JSON.
enum MCPReply {
    static func write(_ result: MCPResult, _ id: [UInt8], _ answer: Answer) {
        append(result, id, to: &answer.body)
    }

    static func write(_ result: JSONObject, _ id: [UInt8], _ answer: Answer) {
        var result = result
        result["resultType"] = .string("complete")
        open(id, to: &answer.body)
        answer.body.appendJSON(JSONValue.object(result))
        answer.body.append("}")
    }

    static func write(_ error: MCPError, _ id: [UInt8], _ answer: Answer) {
        answer.status = error.status
        answer.body.append("{\"jsonrpc\":\"2.0\",\"id\":")
        answer.body.append(contentsOf: id)
        answer.body.append(",\"error\":{\"code\":")
        answer.body.appendJSON(error.code)
        answer.body.append(",\"message\":")
        answer.body.appendJSON(error.sentence)
        if let data = error.data {
            answer.body.append(",\"data\":")
            answer.body.appendJSON(data)
        }
        answer.body.append("}}")
    }

    static func append(_ result: MCPResult, _ id: [UInt8], to bytes: inout [UInt8]) {
        open(id, to: &bytes)
        bytes.append("{\"resultType\":\"complete\",\"content\":[{\"type\":\"text\",\"text\":")
        bytes.appendJSON(result.text)
        bytes.append("}]")
        if !result.structured.isEmpty {
            bytes.append(",\"structuredContent\":")
            bytes.append(contentsOf: result.structured)
        }
        bytes.append(",\"isError\":")
        bytes.appendJSON(result.isError)
        bytes.append("}}")
    }

    /// The tools, as they are written in the source.
    static func writeTools(_ id: [UInt8], _ answer: Answer) {
        open(id, to: &answer.body)
        answer.body.append("{\"resultType\":\"complete\",\"ttlMs\":3600000,\"cacheScope\":\"public\",\"tools\":[")
        for (position, tool) in MCPTool.allCases.enumerated() {
            if position > 0 { answer.body.append(",") }
            answer.body.append(tool.definition)
        }
        answer.body.append("]}}")
    }

    private static func open(_ id: [UInt8], to bytes: inout [UInt8]) {
        bytes.append("{\"jsonrpc\":\"2.0\",\"id\":")
        bytes.append(contentsOf: id)
        bytes.append(",\"result\":")
    }
}
