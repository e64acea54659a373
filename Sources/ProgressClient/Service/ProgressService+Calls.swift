#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

// All throw `ServiceError`: the failure of the call, or the problem in the service's reply.
extension ProgressService {
    /// Creates a child; `new.pendingUnitCount` is the number of the parent's units that it is worth.
    ///
    /// - Parameter idempotencyKey: equal for this call and its repetitions, which then find what the first one made,
    ///   unless it has a name; nil for a new key, so that a cluster may repeat the call.
    public func create(
        _ new: NewProgress,
        under parent: String,
        idempotencyKey: String? = nil
    ) async throws(ServiceError) -> ProgressSnapshot {
        let headers = [IdempotencyKey.header(idempotencyKey)]
        return try await send("POST", path(parent, "children"), headers: headers, body: new)
    }

    /// Reads a progress.
    ///
    /// - Parameter summary: whether to add sums over the subtree.
    public func progress(_ reference: String, summary: Bool = false) async throws(ServiceError) -> ProgressSnapshot {
        try await send("GET", path(reference), query: summary ? [("summary", "true")] : [])
    }

    /// Waits for the end of a progress and returns it, even if it is removed then; after `seconds`, as it is by then.
    ///
    /// - Parameters:
    ///   - reference: a name means the progress that has it now, even if another one takes it over in the meantime.
    ///   - seconds: at most 60.
    public func progress(
        _ reference: String,
        untilEndedWithin seconds: Int
    ) async throws(ServiceError) -> ProgressSnapshot {
        try await send(
            "GET",
            path(reference),
            query: [("until", "ended")],
            headers: [("Prefer", "wait=\(seconds)")],
            timeout: .seconds(seconds + 10)
        )
    }

    /// `progress` as the service wrote it.
    package func progressData(_ reference: String) async throws(ServiceError) -> Data {
        try await data("GET", path(reference))
    }

    /// A page of roots, at most 500, newest first unless `query` has another order.
    public func roots(_ query: RootQuery = RootQuery()) async throws(ServiceError) -> ProgressPage {
        try ServiceCoding.decode(ProgressPage.self, from: try await rootsData(query))
    }

    /// `roots` as the service wrote it.
    package func rootsData(_ query: RootQuery) async throws(ServiceError) -> Data {
        try await data("GET", "/v1/progress", query: query.parameters)
    }

    /// The direct children, in the order in which they joined.
    public func children(
        of reference: String,
        limit: Int = 500,
        cursor: String? = nil
    ) async throws(ServiceError) -> ProgressPage {
        var query = [(name: "limit", value: String(limit))]
        if let cursor { query.append(("cursor", cursor)) }
        return try await send("GET", path(reference, "children"), query: query)
    }

    /// The subtree, nested in `children`.
    ///
    /// - Parameter depth: the number of levels below it; nil for all.
    public func tree(
        of reference: String,
        depth: Int? = nil,
        summary: Bool = false
    ) async throws(ServiceError) -> ProgressSnapshot {
        var query: [(name: String, value: String)] = []
        if let depth { query.append(("depth", String(depth))) }
        if summary { query.append(("summary", "true")) }
        return try await send("GET", path(reference, "tree"), query: query)
    }

    /// `tree` as the service wrote it.
    package func treeData(of reference: String) async throws(ServiceError) -> Data {
        try await data("GET", path(reference, "tree"))
    }

    /// The runs of a name, newest first.
    public func runs(of name: String) async throws(ServiceError) -> ProgressRuns {
        try await send("GET", path(name, "runs"))
    }

    /// A run of a name, with its steps.
    public func run(_ id: String, of name: String) async throws(ServiceError) -> OpenedProgressRun {
        try await send("GET", path(name, "runs/" + ServiceAddress.encoded(id)))
    }

    /// A page of the grants and the claims, or of the unclaimed reservations, as the service wrote it.
    ///
    /// - Parameter node: limits grants to those on this progress.
    package func rightsData(
        reservations: Bool,
        of node: String?,
        after cursor: String?
    ) async throws(ServiceError) -> Data {
        var query = [(name: "limit", value: "500")]
        if let node { query.append(("node", node)) }
        if let cursor { query.append(("cursor", cursor)) }
        return try await data("GET", reservations ? "/v1/reservations" : "/v1/grants", query: query)
    }

    /// Removes a progress with everything below it.
    public func delete(_ reference: String) async throws(ServiceError) {
        _ = try await data("DELETE", path(reference))
    }

    func path(_ reference: String, _ rest: String? = nil) -> String { ServiceAddress.path(reference, rest) }

    /// - Throws: `.problem` for every status outside 200 to 299.
    func send<Value: Decodable>(
        _ method: String,
        _ path: String,
        query: [(name: String, value: String)] = [],
        headers: [(name: String, value: String)] = [],
        body: (any Encodable & Sendable)? = nil,
        timeout: Duration? = nil
    ) async throws(ServiceError) -> Value {
        let content: Data? = if let body { try ServiceCoding.encode(body) } else { nil }
        let reply = try await data(method, path, query: query, headers: headers, body: content, timeout: timeout)
        return try ServiceCoding.decode(Value.self, from: reply)
    }

    /// The body of the reply.
    ///
    /// - Throws: `.problem` for every status outside 200 to 299.
    func data(
        _ method: String,
        _ path: String,
        query: [(name: String, value: String)] = [],
        headers: [(name: String, value: String)] = [],
        body: Data? = nil,
        timeout: Duration? = nil
    ) async throws(ServiceError) -> Data {
        let reply = try await call(method, path, query: query, headers: headers, body: body, timeout: timeout)
        guard 200..<300 ~= reply.status else { throw ServiceError(reply) }
        return reply.body
    }
}
