#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// All throw `ServiceError`: what hindered the call, or the problem that the service replied with.
extension ProgressService {
    /// Creates a child; `new.pendingUnitCount` says how many units of the parent it is worth.
    public func create(_ new: NewProgress, under parent: String) async throws(ServiceError) -> ProgressSnapshot {
        try await snapshot("POST", path(parent, "children"), body: new)
    }

    /// - Parameter summary: with sums over the subtree.
    public func progress(_ reference: String, summary: Bool = false) async throws(ServiceError) -> ProgressSnapshot {
        let query = summary ? [(name: "summary", value: "true")] : []
        return try await snapshot("GET", path(reference), query: query)
    }

    /// Up to 500 roots, newest first.
    public func roots(_ query: RootQuery = RootQuery()) async throws(ServiceError) -> ProgressPage {
        try await get("/v1/progress", query: query.parameters)
    }

    /// The direct children, as they joined.
    public func children(
        of reference: String,
        limit: Int = 500,
        cursor: String? = nil
    ) async throws(ServiceError) -> ProgressPage {
        var query = [(name: "limit", value: String(limit))]
        if let cursor { query.append(("cursor", cursor)) }
        return try await get(path(reference, "children"), query: query)
    }

    /// The subtree, nested in `children`.
    ///
    /// - Parameter depth: how many levels below; nil: all.
    public func tree(
        of reference: String,
        depth: Int? = nil,
        summary: Bool = false
    ) async throws(ServiceError) -> ProgressSnapshot {
        var query: [(name: String, value: String)] = []
        if let depth { query.append(("depth", String(depth))) }
        if summary { query.append(("summary", "true")) }
        return try await get(path(reference, "tree"), query: query)
    }

    /// The runs of a name, newest first.
    public func runs(of name: String) async throws(ServiceError) -> ProgressRuns {
        try await get(path(name, "runs"))
    }

    /// Removes a progress with everything below it.
    public func delete(_ reference: String) async throws(ServiceError) {
        _ = try await success(call("DELETE", path(reference)))
    }

    func path(_ reference: String, _ rest: String? = nil) -> String {
        "/v1/progress/" + ServiceAddress.encoded(reference) + (rest.map { "/" + $0 } ?? "")
    }

    func snapshot(
        _ method: String,
        _ path: String,
        query: [(name: String, value: String)] = [],
        headers: [(name: String, value: String)] = [],
        body: (any Encodable & Sendable)? = nil
    ) async throws(ServiceError) -> ProgressSnapshot {
        let data: Data? = if let body { try ServiceCoding.encode(body) } else { nil }
        let reply = try await success(call(method, path, query: query, headers: headers, body: data))
        return try ServiceCoding.decode(ProgressSnapshot.self, from: reply.body)
    }

    private func get<Value: Decodable>(
        _ path: String,
        query: [(name: String, value: String)] = []
    ) async throws(ServiceError) -> Value {
        try ServiceCoding.decode(Value.self, from: try await success(call("GET", path, query: query)).body)
    }

    /// - Throws: `.problem` for every status but 200 to 299.
    func success(_ reply: ServiceReply) throws(ServiceError) -> ServiceReply {
        guard 200..<300 ~= reply.status else { throw .problem(Problem(reply)) }
        return reply
    }
}
