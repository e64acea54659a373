import ProgressWire
import TestKit

/// Whether a reply is one that the document describes for its operation.
enum ReplyCheck {
    /// Every reply has these, so the document says it once.
    private static let guards = [
        ("Cross-Origin-Resource-Policy", ["same-origin", "cross-origin"]), ("X-Content-Type-Options", ["nosniff"]),
    ]

    static func flaws(in reply: Reply, to operation: ContractOperation, _ document: ContractDocument) -> [String] {
        guard operation.statuses.contains(reply.status) else {
            return ["\(operation): status \(reply.status) is not documented: \(reply.text.prefix(300))"]
        }
        var flaws: [String] = []
        for name in operation.requiredHeaders(reply.status) {
            guard let value = reply[name] else {
                flaws.append("no header \(name)")
                continue
            }
            let schema = operation.headerSchema(reply.status, name)
            let json = schema.type.string == "integer" ? JSON(text: value) : JSON(.string(value))
            flaws += SchemaCheck.flaws(in: json, against: schema, document).map { "\(name)\($0)" }
        }
        for (name, values) in guards where !values.contains(reply[name] ?? "") { flaws.append("no header \(name)") }
        if !reply.body.isEmpty { flaws += bodyFlaws(reply, operation, document) }
        return flaws.map { "\(operation): \(reply.status): \($0)" }
    }

    private static func bodyFlaws(
        _ reply: Reply,
        _ operation: ContractOperation,
        _ document: ContractDocument
    ) -> [String] {
        let type = String((reply["content-type"] ?? "").prefix { $0 != ";" })
        let schema = operation.content(reply.status)[type].schema
        if schema.isMissing { return ["the content type \(type) is not documented"] }
        switch type {
        case "application/x-ndjson":
            return reply.text.split(separator: "\n").flatMap { line in
                SchemaCheck.flaws(in: JSON(text: String(line)), against: document.schema("BatchReply"), document)
            }
        case "application/json", "application/problem+json":
            return SchemaCheck.flaws(in: reply.json, against: schema, document)
        default: return []
        }
    }

    /// The schema of an event's data.
    static func schema(ofEvent name: String, _ document: ContractDocument) -> JSON {
        switch name {
        case "snapshot", "child": document.schema("Progress")
        case "progress": document.schema("ProgressEvent")
        case "state": document.schema("StateEvent")
        case "removed": document.schema("RemovedEvent")
        case "synced": document.schema("SyncedEvent")
        case "reset", "end": document.schema("EmptyEvent")
        default: JSON(.bool(false))
        }
    }
}
