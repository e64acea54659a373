package import MicroHTTPD

/// How much of the trees a request needs, by its method and path alone; rights are checked where it is answered.
package enum RequestNeeds: CaseIterable {
    /// Nothing: health, metrics, documents, files of the pages, and whatever no right can make possible.
    case nothing
    /// The trees as they are.
    case reads
    /// The trees from now on: an event stream, or a text view that may follow.
    case follows
    /// The right to change them.
    case writes

    /// - Complexity: O(1) beside the length of the path; allocates only for a node that is named.
    package init(of exchange: Exchange) { self.init(exchange.method, path: exchange.path) }

    init(_ method: Method, path: UnsafeBufferPointer<UInt8>) {
        guard let route = Router.route(Router.originForm(path)), let row = CallTable.row(method, on: route.path) else {
            self = .nothing
            return
        }
        self.init(row.call)
    }

    init(_ call: Call) {
        switch call {
        case .health, .readiness, .metrics, .contract, .dashboard, .asset, .problemPage, .options: self = .nothing
        case .get, .listRoots, .tree, .listChildren, .listRuns, .session, .page, .badge: self = .reads
        case .nodeEvents, .events, .treeView, .listView: self = .follows
        case .create, .put, .patch, .remove, .addChild, .complete, .heartbeat, .cancel, .pause, .resume, .fail, .finish,
            .forgetRuns, .reserve, .resign, .makeGrant, .revokeGrant, .openSession, .closeSession, .batch,
            .mcp, .kubeflow:
            self = .writes
        }
    }
}
