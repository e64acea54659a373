import MicroHTTPD
import ProgressCore
import ProgressRegistry

extension Route {
    /// The least role that may call it; nil: everybody may.
    func requiredRole(_ method: Method) -> Role? {
        if method == .options { return nil }
        switch self {
        case .progressList, .children: return method == .post ? .reporter : .viewer
        case .progress:
            switch method {
            case .put, .patch: return .reporter
            case .delete: return .operator
            default: return .viewer
            }
        case .tree, .progressEvents, .events, .metrics, .badge, .batch: return .viewer
        case .completedUnits, .heartbeat, .reservations, .fail, .reservation: return .reporter
        case .cancel, .pause, .resume, .grants, .grant: return .operator
        // Pages hold no progress: what they show they ask for, with the rights of who reads them.
        case .health, .readiness, .contract, .dashboard, .asset, .page, .problemPage, .session: return nil
        }
    }

    /// The node that it is about.
    var node: NodeReference? {
        switch self {
        case .progress(let node), .tree(let node), .children(let node), .completedUnits(let node),
            .heartbeat(let node), .reservations(let node), .cancel(let node), .pause(let node), .resume(let node),
            .fail(let node), .progressEvents(let node), .grants(let node), .page(let node), .badge(let node):
            node
        default: nil
        }
    }

    /// The same about the node of this id: a name may belong to another node a moment later, an id never does.
    func about(_ id: ProgressID) -> Route {
        switch self {
        case .progress: .progress(.id(id))
        case .tree: .tree(.id(id))
        case .children: .children(.id(id))
        case .completedUnits: .completedUnits(.id(id))
        case .heartbeat: .heartbeat(.id(id))
        case .reservations: .reservations(.id(id))
        case .cancel: .cancel(.id(id))
        case .pause: .pause(.id(id))
        case .resume: .resume(.id(id))
        case .fail: .fail(.id(id))
        case .progressEvents: .progressEvents(.id(id))
        case .grants: .grants(.id(id))
        case .page: .page(.id(id))
        case .badge: .badge(.id(id))
        default: self
        }
    }
}
