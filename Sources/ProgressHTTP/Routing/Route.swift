import MicroHTTPD
import ProgressCore
import ProgressRegistry

/// What a request is about. Paths are bytes; a node is named by id or by its client-chosen name.
enum Route {
    case progressList
    case progress(NodeReference)
    case tree(NodeReference)
    case children(NodeReference)
    case completedUnits(NodeReference)
    case heartbeat(NodeReference)
    case reservations(NodeReference)
    case cancel(NodeReference)
    case pause(NodeReference)
    case resume(NodeReference)
    case fail(NodeReference)
    case progressEvents(NodeReference)
    case events
    case reservation(token: ProgressID?)
    case batch
    case health
    case readiness
    case metrics
    case contract
    case dashboard
    case asset(Asset)
    case page(NodeReference)
    case badge(NodeReference)
    case grants(NodeReference)
    case grant(ProgressID?)
    case session
    case problemPage(slug: String)

    /// The methods that it answers, as the `Allow` header lists them.
    var allowed: StaticString {
        switch self {
        case .progressList: "GET, HEAD, POST, OPTIONS"
        case .progress: "GET, HEAD, PUT, PATCH, DELETE, OPTIONS"
        case .children: "GET, HEAD, POST, OPTIONS"
        case .tree, .progressEvents, .events, .health, .readiness, .metrics, .contract, .dashboard, .asset,
            .page, .badge, .problemPage:
            "GET, HEAD, OPTIONS"
        case .completedUnits, .heartbeat, .reservations, .cancel, .pause, .resume, .fail, .batch, .grants:
            "POST, OPTIONS"
        case .reservation, .grant: "DELETE, OPTIONS"
        case .session: "POST, DELETE, OPTIONS"
        }
    }

    func allows(_ method: Method) -> Bool {
        switch (self, method) {
        case (_, .options): true
        case (.progressList, .get), (.progressList, .head), (.progressList, .post): true
        case (.progress, .get), (.progress, .head), (.progress, .put), (.progress, .patch), (.progress, .delete): true
        case (.children, .get), (.children, .head), (.children, .post): true
        case (.progressList, _), (.progress, _), (.children, _): false
        case (.completedUnits, _), (.heartbeat, _), (.reservations, _), (.cancel, _), (.pause, _), (.resume, _),
            (.fail, _), (.batch, _), (.grants, _):
            method == .post
        case (.reservation, _), (.grant, _): method == .delete
        case (.session, _): method == .post || method == .delete
        default: method == .get || method == .head
        }
    }

    /// Whether a batch line may call it: one JSON call to the node and reservation paths.
    var isBatchable: Bool {
        switch self {
        case .progressList, .progress, .tree, .children, .completedUnits, .heartbeat, .reservations, .cancel, .pause,
            .resume, .fail, .reservation:
            true
        default: false
        }
    }
}
