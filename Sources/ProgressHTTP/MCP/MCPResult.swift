import ProgressCore
import ProgressWire

/// The result of a tool: text for the agent, and the service's reply.
struct MCPResult {
    let text: String
    /// JSON; an object.
    let structured: [UInt8]
    let isError: Bool

    init(refusal sentence: String) {
        text = sentence
        structured = []
        isError = true
    }

    /// - Parameter body: the reply's, whole; or as much of it as is too large for an agent.
    init(_ body: [UInt8], _ answer: Answer) {
        if body.count > InnerCaller.readableByteCount {
            // A write is not undone because the progress is too large to be shown.
            let wasWritten = answer.kind.operation != nil
            text = wasWritten ? (["Done."] + Self.orders(answer)).joined(separator: "\n") : Self.tooLarge
            structured = []
            isError = !wasWritten
            return
        }
        structured = body
        isError = answer.status >= 400
        guard let object = InnerCaller.object(body) else {
            text = isError ? "The call was refused." : "Done."
            return
        }
        if isError {
            text = object["detail"]?.text ?? "The call was refused."
            return
        }
        var lines: [String] = []
        if case .array(let items)? = object["items"] {
            for case .object(let item) in items { lines.append(Self.line(item)) }
            if lines.isEmpty { lines = ["No progress matches."] }
            if let cursor = object["nextCursor"]?.text { lines.append("There are more: cursor \(cursor).") }
        } else {
            lines = [Self.line(object)] + Self.orders(answer)
        }
        text = lines.joined(separator: "\n")
    }

    /// The directive for a worker that reports, as a line.
    private static func orders(_ answer: Answer) -> [String] {
        guard let directive = answer.directive, directive != .run, answer.kind.operation?.isReport == true else {
            return []
        }
        return ["Directive: \(directive.name). Obey it before you work on."]
    }

    private static let tooLarge =
        "The result is larger than \(InnerCaller.readableByteCount) bytes. Ask for less: a smaller limit or depth."

    /// A snapshot's name or id, state and localized texts.
    static func line(_ snapshot: JSONObject) -> String {
        let id = snapshot["id"]?.text ?? ""
        let name = snapshot["name"]?.text.map { "\($0) (\(id))" } ?? id
        let texts = ["localizedDescription", "localizedAdditionalDescription"].compactMap { snapshot[$0]?.text }
        return "\(name), \(snapshot["state"]?.text ?? ""): \(texts.filter { !$0.isEmpty }.joined(separator: " "))"
    }
}
