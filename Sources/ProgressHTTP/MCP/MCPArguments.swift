import ProgressWire

/// Why a tool refuses a call before the service sees it: a whole sentence for the agent.
struct ToolRefusal: Error {
    let sentence: String

    init(_ sentence: String) { self.sentence = sentence }
}

/// The arguments of a tool, which are taken out one by one.
struct MCPArguments {
    private(set) var rest: JSONObject

    init(_ arguments: JSONObject) { rest = arguments }

    /// The path of the progress that `id` names.
    mutating func node() throws(ToolRefusal) -> String {
        guard let id = try text("id") else { throw ToolRefusal("The argument id is missing: an id or a name.") }
        return try Self.path(of: id)
    }

    /// The path of a progress by its id or name.
    static func path(of node: String) throws(ToolRefusal) -> String {
        guard (1...512).contains(node.utf8.count) else {
            throw ToolRefusal("An id or a name has 1 to 128 characters, not \(node.utf8.count).")
        }
        return "/v1/progress/\(InnerCall.escaped(node))"
    }

    mutating func text(_ name: String) throws(ToolRefusal) -> String? {
        guard let value = take(name) else { return nil }
        guard case .string(let text) = value else { throw ToolRefusal("The argument \(name) must be a string.") }
        return text
    }

    mutating func integer(_ name: String, in range: ClosedRange<Int64>) throws(ToolRefusal) -> Int64? {
        guard let value = take(name) else { return nil }
        guard case .number(let number) = value, let integer = number.int64, range.contains(integer) else {
            throw ToolRefusal(
                "The argument \(name) must be a whole number from \(range.lowerBound) to \(range.upperBound)."
            )
        }
        return integer
    }

    /// Refuses what is left, except `names`.
    func refuse(except names: [String]) throws(ToolRefusal) {
        guard let (name, _) = rest.first(where: { !names.contains($0.key) }) else { return }
        throw ToolRefusal("The argument \(Excerpt(name)) is unknown here.")
    }

    private mutating func take(_ name: String) -> JSONValue? {
        defer { rest[name] = nil }
        return rest[name]
    }
}
