import TestKit

/// One call of a story, as a batch line can carry it.
struct Call: Sendable {
    let method: String
    let path: String
    let body: String?

    private init(_ method: String, _ path: String, _ body: String? = nil) {
        self.method = method
        self.path = "/v1/progress" + path
        self.body = body
    }

    /// - Parameter members: more members of the body, as in `"kind":"file"`.
    static func root(_ name: String, total: Int = 0, completed: Int = 0, _ members: String = "") -> Call {
        Call("POST", "", body(name, total, completed, members))
    }

    static func child(
        _ name: String,
        of parent: String,
        worth pending: Int,
        total: Int = 0,
        completed: Int = 0,
        _ members: String = ""
    ) -> Call {
        let more = members.isEmpty ? "" : "," + members
        return Call(
            "POST",
            "/\(parent)/children",
            body(name, total, completed, "\"pendingUnitCount\":\(pending)" + more)
        )
    }

    static func attach(_ name: String, to parent: String, worth pending: Int) -> Call {
        Call("POST", "/\(parent)/children", "{\"childID\":\"\(name)\",\"pendingUnitCount\":\(pending)}")
    }

    static func count(_ name: String, _ count: Int) -> Call {
        Call("POST", "/\(name)/completed-units", "{\"count\":\(count)}")
    }

    /// - Parameter members: those of the merge patch, without its braces.
    static func patch(_ name: String, _ members: String) -> Call { Call("PATCH", "/\(name)", "{\(members)}") }

    /// Sets or, with nil, removes the label `job`.
    static func label(_ name: String, _ value: String?) -> Call {
        patch(name, "\"labels\":{\"job\":\(value.map(\.json) ?? "null")}")
    }

    static func pause(_ name: String) -> Call { Call("POST", "/\(name)/pause", #"{"reason":"lunch"}"#) }
    static func resume(_ name: String) -> Call { Call("POST", "/\(name)/resume") }
    static func cancel(_ name: String) -> Call { Call("POST", "/\(name)/cancel") }
    static func fail(_ name: String) -> Call { Call("POST", "/\(name)/fail", #"{"message":"full","code":"ENOSPC"}"#) }
    static func delete(_ name: String) -> Call { Call("DELETE", "/\(name)") }
    static func release(_ name: String) -> Call { Call("DELETE", "/\(name)?pending=release") }

    static func reserve(under parent: String, worth pending: Int, expiresIn seconds: Int) -> Call {
        Call("POST", "/\(parent)/reservations", "{\"pendingUnitCount\":\(pending),\"expiresIn\":\(seconds)}")
    }

    private static func body(_ name: String, _ total: Int, _ completed: Int, _ members: String) -> String {
        let more = members.isEmpty ? "" : "," + members
        return "{\"name\":\"\(name)\",\"totalUnitCount\":\(total),\"completedUnitCount\":\(completed)\(more)}"
    }

    /// The call as a line of a batch.
    var line: String {
        let body = body.map { ",\"body\":\($0)" } ?? ""
        return "{\"method\":\"\(method)\",\"path\":\"\(path)\"\(body)}"
    }

    var headers: [String: String] { method == "PATCH" ? ["Content-Type": "application/merge-patch+json"] : [:] }
}

extension Call: CustomStringConvertible {
    var description: String { "\(method) \(path) \(body ?? "")" }
}
