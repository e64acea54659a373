import MicroHTTPD
import ProgressRegistry

/// The calls of the service; `Endpoints` has a handler for each.
enum Call {
    case listRoots, create, get, put, patch, remove, tree, listChildren, addChild, complete, heartbeat
    case cancel, pause, resume, fail, finish, listRuns, forgetRuns, reserve, resign, makeGrant, revokeGrant, openSession
    case closeSession, session
    case nodeEvents, events, batch, health, readiness, metrics, contract, dashboard, asset, page, badge, problemPage
    case treeView, listView, mcp, kubeflow
    /// `OPTIONS`, on every path.
    case options
}

/// All calls. To add one: a row here, a case of `Call`, and its handler in `Endpoints.perform`.
enum CallTable {
    private static let list = ["state", "label", "updatedSince", "limit", "cursor", "summary"]
    private static let view = ["width", "height", "follow"]
    private static let stream = ["descendants", "summary", "maxRate", "lastEventID", "runs"]

    private static let rows = [
        read(.listRoots, .progressList, list),
        write(.create, .post, .progressList, .reporter, .create),
        // `depth` is for the text representation.
        read(.get, .progress, ["summary", "depth"]),
        write(.put, .put, .progress, .reporter, .put, repeats: .ifUnconditional, ["run"]),
        write(.patch, .patch, .progress, .reporter, .patch, body: .mergePatch, ["create"]),
        write(.remove, .delete, .progress, .operator, .remove, ["pending"]),
        read(.tree, .tree, ["summary", "depth"]),
        read(.listRuns, .runs),
        write(.forgetRuns, .delete, .runs, .operator, .forgetRuns),
        read(.listChildren, .children, list),
        // The body decides whether this attaches an existing root instead.
        write(.addChild, .post, .children, .reporter, .createChild),
        write(.complete, .post, .completedUnits, .reporter, .completedUnits, repeats: .ifNumbered),
        write(
            .heartbeat,
            .post,
            .heartbeat,
            .reporter,
            .heartbeat,
            repeats: .always,
            waits: .ifPreferred,
            body: .empty
        ),
        write(.reserve, .post, .reservations, .reporter, .reserve),
        write(.resign, .delete, .reservation, .reporter, .resign),
        write(.cancel, .post, .cancel, .operator, .cancel, body: .empty),
        write(.pause, .post, .pause, .operator, .pause, body: .empty),
        write(.resume, .post, .resume, .operator, .resume, body: .empty),
        write(.fail, .post, .fail, .reporter, .fail),
        write(.finish, .post, .finish, .reporter, .finish, body: .empty),
        write(.makeGrant, .post, .grants, .operator, .grant, isBatchable: false),
        write(.revokeGrant, .delete, .grant, .operator, .revoke, isBatchable: false),
        write(.openSession, .post, .session, nil, .openSession, isBatchable: false),
        write(.closeSession, .delete, .session, nil, .closeSession, isBatchable: false),
        shown(.session, .session, .viewer, .read, .reads, []),
        shown(.nodeEvents, .progressEvents, .viewer, .stream, .follows, stream),
        shown(.events, .events, .viewer, .stream, .follows, ["id", "label", "fileURL"] + stream),
        lines(.batch, .batch, .viewer, .batch, body: .lines),
        // Each tool is a call again, which takes its own role.
        lines(.mcp, .mcp, .viewer, .batch, repeats: .asTool, waits: .asTool, body: .message),
        lines(.kubeflow, .kubeflowStatus, .reporter, .write, body: .message),
        lines(.kubeflow, .trainJobStatus, .reporter, .write, body: .message),
        shown(.badge, .badge, .viewer, .read, .reads),
        shown(.treeView, .treeView, .viewer, .read, .follows, view),
        shown(.listView, .listView, .viewer, .read, .follows, view + ["state", "label"]),
        shown(.metrics, .metrics, .viewer),
        // Pages hold no data: their scripts request it with the reader's rights.
        shown(.health, .health), shown(.readiness, .readiness), shown(.contract, .contract),
        shown(.asset, .contractJSON), shown(.asset, .reference), shown(.asset, .asset),
        shown(.dashboard, .dashboard), shown(.problemPage, .problemPage),
        shown(.page, .page, nil, .other, .reads),
    ]

    /// A call that reads the trees.
    private static func read(_ call: Call, _ path: Path, _ parameters: [String] = []) -> CallRow {
        CallRow(call, .get, path, .viewer, .read, isBatchable: true, needs: .reads, parameters: parameters)
    }

    /// A call that changes the trees, or rights.
    private static func write(
        _ call: Call,
        _ method: Method,
        _ path: Path,
        _ role: Role?,
        _ operation: WriteOperation,
        isBatchable: Bool = true,
        repeats: RetrySafety = .never,
        waits: WaitUse = .never,
        body: BodyUse = .object,
        _ parameters: [String] = []
    ) -> CallRow {
        CallRow(
            call,
            method,
            path,
            role,
            .write,
            operation: operation,
            isBatchable: isBatchable,
            needs: .writes,
            repeats: repeats,
            waits: waits,
            body: method == .delete ? .none : body,
            parameters: parameters
        )
    }

    /// A call whose body is made of calls.
    private static func lines(
        _ call: Call,
        _ path: Path,
        _ role: Role,
        _ requestClass: RequestClass,
        repeats: RetrySafety = .never,
        waits: WaitUse = .never,
        body: BodyUse
    ) -> CallRow {
        CallRow(
            call,
            .post,
            path,
            role,
            requestClass,
            needs: .writes,
            repeats: repeats,
            waits: waits,
            body: body,
            parameters: []
        )
    }

    /// A stream, a page, a picture, or a path of the service itself. Most have no parameters of their own, and ignore those
    /// that links to them collect on their way.
    private static func shown(
        _ call: Call,
        _ path: Path,
        _ role: Role? = nil,
        _ requestClass: RequestClass = .other,
        _ needs: RequestNeeds = .nothing,
        _ parameters: [String]? = nil
    ) -> CallRow {
        CallRow(call, .get, path, role, requestClass, needs: needs, parameters: parameters)
    }

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

    /// The methods of a path, as the `Allow` header lists them.
    static func allowed(on path: Path) -> String {
        let methods = byPath[path.rawValue].flatMap { $0.method == .get ? [.get, .head] : [$0.method] }
        return methods.map(\.name.description).joined(separator: ", ")
    }
}
