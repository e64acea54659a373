import MicroHTTPD
import ProgressRegistry

/// The target that a request's method and path name: the call, and the node that it is about.
struct Target {
    let route: Route
    let row: CallRow

    /// - Throws: `.unknownPath` or `.methodNotAllowed`: there is no such call.
    init(
        _ method: Method,
        path: UnsafeBufferPointer<UInt8>,
        _ optionalPaths: OptionalPaths
    ) throws(RequestError) {
        guard let route = Router.route(path), optionalPaths.include(route.path) else {
            let beginning = Array(path.prefix(RouteHint.longestPath))
            throw .unknownPath { RouteHint.sentence(beginning, below: $0) }
        }
        guard let row = CallTable.row(method, on: route.path) else {
            if route.path == .server { throw .malformedRequest("* is a target of OPTIONS alone") }
            throw .methodNotAllowed(allowed: CallTable.allowed(on: route.path)) {
                RouteHint.instead(of: method, on: route.path, below: $0)
            }
        }
        self.route = route
        self.row = row
    }

    /// This call, but about the node of another path.
    /// - Returns: nil if that is the path of other calls.
    func moved(to path: UnsafeBufferPointer<UInt8>) -> Target? {
        guard let route = Router.route(path), route.path == row.path else { return nil }
        return Target(route: route, row: row)
    }

    private init(route: Route, row: CallRow) {
        self.route = route
        self.row = row
    }
}

/// The paths that are there only if the settings ask for them.
struct OptionalPaths {
    private let hasMCP: Bool
    private let hasKubeflow: Bool

    init(_ configuration: Configuration) {
        hasMCP = configuration.hasMCP
        hasKubeflow = configuration.hasKubeflow
    }

    func include(_ path: Path) -> Bool {
        switch path {
        case .mcp: hasMCP
        case .kubeflowStatus, .trainJobStatus: hasKubeflow
        default: true
        }
    }
}
