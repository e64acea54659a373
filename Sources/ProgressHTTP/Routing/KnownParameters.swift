import ProgressWire

/// The query parameters that each call knows. An unknown one is refused: a misspelled filter would answer everything.
enum KnownParameters {
    /// Known to every call that has a query of its own.
    private static let common = ["grant", "locale"]
    private static let view = ["width", "height", "follow"]
    private static let list = ["state", "label", "updatedSince", "limit", "cursor", "summary"]

    /// The parameters of `call` beside `common`; nil for pages, pictures and the service's own paths, which ignore what
    /// they do not know: links to them collect parameters on their way.
    static func names(of call: Call) -> [String]? {
        switch call {
        case .listRoots, .listChildren: list
        // `depth` is for the text representation.
        case .get: ["summary", "depth"]
        case .tree: ["summary", "depth"]
        case .remove: ["pending"]
        case .treeView: view
        case .listView: view + ["state", "label"]
        case .nodeEvents: ["descendants", "summary", "maxRate", "lastEventID", "runs"]
        case .events: ["id", "label", "fileURL", "descendants", "summary", "maxRate", "lastEventID", "runs"]
        case .put: ["run"]
        case .patch: ["create"]
        case .create, .addChild, .complete, .heartbeat: []
        case .cancel, .pause, .resume, .fail, .finish, .listRuns, .forgetRuns, .reserve, .resign: []
        case .makeGrant, .revokeGrant, .openSession, .closeSession, .session, .batch, .mcp, .kubeflow: []
        case .health, .readiness, .metrics, .contract, .dashboard, .asset, .page, .badge, .problemPage, .options: nil
        }
    }

    /// - Throws: `.unknownParameter` for the first that `call` does not know, `.invalidParameter` for what a write cannot do.
    static func check(_ query: QueryParameters, for call: Call) throws(RequestError) {
        guard let own = names(of: call) else { return }
        let known = own + common
        if let name = query.names.first(where: { !known.contains($0) }) {
            throw .unknownParameter(name, known: known)
        }
        switch call {
        case .patch: _ = try query.bool("create")
        case .put: _ = try query.beginsRun
        case .remove: _ = try query.pendingPolicy
        default: break
        }
    }
}
