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

/// What a call does with the body of its request.
enum BodyUse {
    case none
    /// It may be empty, also in chunks.
    case optional
    case needed
}

/// A call in one row: its place, the role it needs, and how it is counted.
struct CallRow {
    let call: Call
    /// `GET` includes `HEAD`.
    let method: Method
    let path: Path
    /// The least role that may make it; nil for everybody.
    let role: Role?
    let requestClass: RequestClass
    /// The operation that it counts as; nil if it changes nothing.
    var operation: WriteOperation?
    /// Whether a line of a batch may make it.
    var isBatchable = false

    /// What it does with a body.
    var bodyUse: BodyUse {
        switch call {
        case .heartbeat, .cancel, .pause, .resume, .finish: .optional
        default: method == .post || method == .put || method == .patch ? .needed : .none
        }
    }

    /// Whether its body may be a form.
    var takesForm: Bool { requestClass == .write && path.isOfProgress }

    var kind: CallKind { CallKind(requestClass: requestClass, operation: operation, pattern: path.pattern) }
}

/// All calls. To add one: a row here, a case of `Call`, and its handler in `Endpoints.perform`.
enum CallTable {
    private static let rows = [
        read(.listRoots, .progressList),
        write(.create, .post, .progressList, .reporter, .create),
        read(.get, .progress),
        write(.put, .put, .progress, .reporter, .put),
        write(.patch, .patch, .progress, .reporter, .patch),
        write(.remove, .delete, .progress, .operator, .remove),
        read(.tree, .tree),
        read(.listRuns, .runs),
        write(.forgetRuns, .delete, .runs, .operator, .forgetRuns),
        read(.listChildren, .children),
        // The body decides whether this attaches an existing root instead.
        write(.addChild, .post, .children, .reporter, .createChild),
        write(.complete, .post, .completedUnits, .reporter, .completedUnits),
        write(.heartbeat, .post, .heartbeat, .reporter, .heartbeat),
        write(.reserve, .post, .reservations, .reporter, .reserve),
        write(.resign, .delete, .reservation, .reporter, .resign),
        write(.cancel, .post, .cancel, .operator, .cancel),
        write(.pause, .post, .pause, .operator, .pause),
        write(.resume, .post, .resume, .operator, .resume),
        write(.fail, .post, .fail, .reporter, .fail),
        write(.finish, .post, .finish, .reporter, .finish),
        write(.makeGrant, .post, .grants, .operator, .grant, isBatchable: false),
        write(.revokeGrant, .delete, .grant, .operator, .revoke, isBatchable: false),
        write(.openSession, .post, .session, nil, .openSession, isBatchable: false),
        write(.closeSession, .delete, .session, nil, .closeSession, isBatchable: false),
        CallRow(call: .session, method: .get, path: .session, role: .viewer, requestClass: .read),
        other(.nodeEvents, .progressEvents, .viewer, .stream),
        other(.events, .events, .viewer, .stream),
        CallRow(call: .batch, method: .post, path: .batch, role: .viewer, requestClass: .batch),
        // Each tool is a call again, which takes its own role.
        CallRow(call: .mcp, method: .post, path: .mcp, role: .viewer, requestClass: .batch),
        CallRow(call: .kubeflow, method: .post, path: .kubeflowStatus, role: .reporter, requestClass: .write),
        CallRow(call: .kubeflow, method: .post, path: .trainJobStatus, role: .reporter, requestClass: .write),
        other(.badge, .badge, .viewer, .read),
        other(.treeView, .treeView, .viewer, .read),
        other(.listView, .listView, .viewer, .read),
        other(.metrics, .metrics, .viewer),
        // Pages hold no data: their scripts request it with the reader's rights.
        other(.health, .health), other(.readiness, .readiness), other(.contract, .contract),
        other(.asset, .contractJSON), other(.asset, .reference),
        other(.dashboard, .dashboard), other(.asset, .asset), other(.page, .page), other(.problemPage, .problemPage),
    ]

    private static func read(_ call: Call, _ path: Path) -> CallRow {
        CallRow(call: call, method: .get, path: path, role: .viewer, requestClass: .read, isBatchable: true)
    }

    private static func write(
        _ call: Call,
        _ method: Method,
        _ path: Path,
        _ role: Role?,
        _ operation: WriteOperation,
        isBatchable: Bool = true
    ) -> CallRow {
        CallRow(
            call: call,
            method: method,
            path: path,
            role: role,
            requestClass: .write,
            operation: operation,
            isBatchable: isBatchable
        )
    }

    private static func other(
        _ call: Call,
        _ path: Path,
        _ role: Role? = nil,
        _ requestClass: RequestClass = .other
    ) -> CallRow {
        CallRow(call: call, method: .get, path: path, role: role, requestClass: requestClass)
    }

    /// Rows by the raw value of their path.
    private static let byPath = Path.allCases.map { path in
        let here = rows.filter { $0.path == path }
        let most = here.first.map { $0.requestClass == .write ? .read : $0.requestClass } ?? .other
        let options = CallRow(
            call: .options,
            method: .options,
            path: path,
            role: nil,
            requestClass: most,
            isBatchable: true
        )
        return here + [options]
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
