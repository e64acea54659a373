import MicroHTTPD
import ProgressRegistry

/// The calls of the service; `Endpoints` has a handler for each.
enum Call {
    case listRoots, create, get, put, patch, remove, tree, listChildren, addChild, complete, heartbeat
    case cancel, pause, resume, fail, finish, listRuns, forgetRuns, getRun, reserve, resign, listReservations
    case makeGrant, revokeGrant, listGrants, openSession, closeSession, session
    case nodeEvents, events, batch, health, readiness, writeReadiness, metrics, contract, dashboard, asset, page, badge,
        problemPage
    case introduction, problemIndex, apiCatalog
    case treeView, listView, mcp, kubeflow
    /// `OPTIONS`, on every path.
    case options
}

/// All calls. To add one: a row here, a case of `Call`, and its handler in `Handlers.handle`.
enum CallTable {
    private static let list = [
        "state", "name", "q", "label", "createdSince", "updatedSince", "sort", "limit", "cursor", "summary",
    ]
    private static let view = ["width", "height", "follow"]
    private static let rootsView = view + ["state", "name", "label", "createdSince", "updatedSince"]
    private static let stream = [
        "descendants", "summary", "maxRate", "lastEventID", "lastEventId", "runs", "heartbeats",
    ]

    private static let rows = [
        CallRow(.listRoots, .get, .progressList, .viewer, .read, query: list),
        CallRow(.create, .post, .progressList, .reporter, .write, .create, repeats: .ifKeyed),
        // `depth` is for the text representation.
        CallRow(.get, .get, .progress, .viewer, .read, query: ["summary", "depth", "until"]),
        CallRow(.put, .put, .progress, .reporter, .write, .put, query: ["run"], repeats: .ifUnconditional),
        CallRow(.patch, .patch, .progress, .reporter, .write, .patch, query: ["create"], body: .mergePatch),
        CallRow(.remove, .delete, .progress, .operator, .write, .remove, query: ["pending"]),
        CallRow(.tree, .get, .tree, .viewer, .read, query: ["summary", "depth"]),
        CallRow(.listRuns, .get, .runs, .viewer, .read),
        CallRow(.forgetRuns, .delete, .runs, .operator, .write, .forgetRuns),
        CallRow(.getRun, .get, .run, .viewer, .read),
        CallRow(.listChildren, .get, .children, .viewer, .read, query: list),
        // The body decides whether this attaches an existing root instead.
        CallRow(.addChild, .post, .children, .reporter, .write, .createChild, repeats: .ifKeyed),
        CallRow(.complete, .post, .completedUnits, .reporter, .write, .completedUnits, repeats: .ifNumbered),
        CallRow(
            .heartbeat,
            .post,
            .heartbeat,
            .reporter,
            .write,
            .heartbeat,
            body: .empty,
            repeats: .always,
            waits: .ifAsked
        ),
        CallRow(.reserve, .post, .reservations, .reporter, .write, .reserve),
        CallRow(.resign, .delete, .reservation, .reporter, .write, .resign, query: ["revoke"]),
        CallRow(
            .listReservations,
            .get,
            .reservationList,
            .operator,
            .read,
            query: ["limit", "cursor"],
            isBatchable: false,
            needs: .writes,
            waits: .never
        ),
        CallRow(.cancel, .post, .cancel, .operator, .write, .cancel, body: .empty),
        CallRow(.pause, .post, .pause, .operator, .write, .pause, body: .empty),
        CallRow(.resume, .post, .resume, .operator, .write, .resume, body: .empty),
        CallRow(.fail, .post, .fail, .reporter, .write, .fail),
        CallRow(.finish, .post, .finish, .reporter, .write, .finish, body: .empty),
        CallRow(.makeGrant, .post, .grants, .operator, .write, .grant, isBatchable: false),
        CallRow(.revokeGrant, .delete, .grant, .operator, .write, .revoke, isBatchable: false),
        // Only the writer knows who made each of them, until the newer form of records is written.
        CallRow(
            .listGrants,
            .get,
            .grantList,
            .operator,
            .read,
            query: ["node", "limit", "cursor"],
            isBatchable: false,
            needs: .writes,
            waits: .never
        ),
        CallRow(.openSession, .post, .session, nil, .write, .openSession, isBatchable: false),
        CallRow(.closeSession, .delete, .session, nil, .write, .closeSession, isBatchable: false),
        CallRow(.session, .get, .session, .viewer, .read, isBatchable: false),
        CallRow(.nodeEvents, .get, .progressEvents, .viewer, .stream, query: stream),
        CallRow(.events, .get, .events, .viewer, .stream, query: ["id", "name", "label", "fileURL"] + stream),
        CallRow(.batch, .post, .batch, .viewer, .batch, body: .lines),
        // Each tool is a call again, which takes its own role.
        CallRow(.mcp, .post, .mcp, .viewer, .batch, body: .message, repeats: .asTool, waits: .asTool),
        CallRow(.kubeflow, .post, .kubeflowStatus, .reporter, .write, body: .message, isBatchable: false),
        CallRow(.kubeflow, .post, .trainJobStatus, .reporter, .write, body: .message, isBatchable: false),
        CallRow(.badge, .get, .badge, .viewer, .read, query: nil, isBatchable: false),
        CallRow(.treeView, .get, .treeView, .viewer, .read, query: view, isBatchable: false, needs: .follows),
        CallRow(.listView, .get, .listView, .viewer, .read, query: rootsView, isBatchable: false, needs: .follows),
        CallRow(.metrics, .get, .metrics, .viewer, .other, query: nil),
        // Pages hold no data: their scripts request it with the reader's rights.
        CallRow(.page, .get, .page, nil, .other, query: nil, needs: .reads),
        CallRow(.dashboard, .get, .dashboard, nil, .other, query: nil),
        CallRow(.asset, .get, .asset, nil, .other, query: nil),
        CallRow(.asset, .get, .contractJSON, nil, .other, query: nil),
        CallRow(.asset, .get, .reference, nil, .other, query: nil),
        CallRow(.problemPage, .get, .problemPage, nil, .other, query: nil),
        CallRow(.introduction, .get, .introduction, nil, .other),
        CallRow(.problemIndex, .get, .problemIndex, nil, .other, query: nil),
        CallRow(.apiCatalog, .get, .apiCatalog, nil, .other, query: nil),
        CallRow(.health, .get, .health, nil, .other, query: nil),
        CallRow(.readiness, .get, .readiness, nil, .other, query: nil),
        CallRow(.writeReadiness, .get, .writeReadiness, nil, .other, query: nil),
        CallRow(.contract, .get, .contract, nil, .other, query: nil),
    ]

    /// Rows by the raw value of their path.
    private static let byPath = Path.allCases.map { path in
        let here = rows.filter { $0.path == path }
        let most = here.first.map { $0.requestClass == .write ? .read : $0.requestClass } ?? .other
        return here + [
            CallRow(.options, .options, path, nil, most, isBatchable: true, needs: .nothing, repeats: .never)
        ]
    }

    /// The call of a method on a path; nil if the method is not allowed there.
    static func row(_ method: Method, on path: Path) -> CallRow? {
        let method = method == .head ? .get : method
        for row in byPath[path.rawValue] where row.method == method { return row }
        return nil
    }

    /// The calls of a path.
    static func rows(on path: Path) -> [CallRow] { byPath[path.rawValue] }

    /// The methods of a path, as the `Allow` header lists them.
    static func allowed(on path: Path) -> String {
        if path == .server { return "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS" }
        let methods = byPath[path.rawValue].flatMap { $0.method == .get ? [.get, .head] : [$0.method] }
        return methods.map(\.name.description).joined(separator: ", ")
    }
}
