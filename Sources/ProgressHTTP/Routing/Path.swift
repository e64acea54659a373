import Glibc
import ProgressWire

/// Every path of the service.
enum Path: Int, CaseIterable {
    // The router tries the paths of a node in this order.
    case progressList, progress, completedUnits, progressEvents, heartbeat, children, tree, reservations, cancel, pause
    case resume, fail, finish, grants, runs, run, kubeflowStatus
    case events, reservationList, reservation, grantList, grant, session, batch
    case health, readiness, writeReadiness, metrics, contract, contractJSON, reference, dashboard, asset, page, badge
    case problemPage, treeView, listView, introduction, problemIndex, apiCatalog
    /// There if they are asked for (`OptionalPaths`).
    case mcp, trainJobStatus
    /// `*`, which means the whole service and takes `OPTIONS` alone (RFC 9112, 3.2.4).
    case server

    /// Whether it begins with `/v1/progress`.
    var isOfProgress: Bool {
        let start: StaticString = "/v1/progress"
        let count = start.utf8CodeUnitCount
        return pattern.utf8CodeUnitCount >= count && memcmp(pattern.utf8Start, start.utf8Start, count) == 0
    }

    /// Its name in `openapi.yaml` and in the log (`http.route`).
    var pattern: StaticString {
        switch self {
        case .progressList: "/v1/progress"
        case .progress: "/v1/progress/{id}"
        case .tree: "/v1/progress/{id}/tree"
        case .children: "/v1/progress/{id}/children"
        case .completedUnits: "/v1/progress/{id}/completed-units"
        case .heartbeat: "/v1/progress/{id}/heartbeat"
        case .reservations: "/v1/progress/{id}/reservations"
        case .cancel: "/v1/progress/{id}/cancel"
        case .pause: "/v1/progress/{id}/pause"
        case .resume: "/v1/progress/{id}/resume"
        case .fail: "/v1/progress/{id}/fail"
        case .finish: "/v1/progress/{id}/finish"
        case .runs: "/v1/progress/{id}/runs"
        case .run: "/v1/progress/{id}/runs/{runID}"
        case .progressEvents: "/v1/progress/{id}/events"
        case .grants: "/v1/progress/{id}/grants"
        case .events: "/v1/events"
        case .reservationList: "/v1/reservations"
        case .reservation: "/v1/reservations/{token}"
        case .grantList: "/v1/grants"
        case .grant: "/v1/grants/{grantID}"
        case .session: "/v1/session"
        case .batch: "/v1/batch"
        case .health: "/healthz"
        case .readiness: "/readyz"
        case .writeReadiness: "/readyz/writes"
        case .metrics: "/metrics"
        case .contract: "/openapi.yaml"
        case .contractJSON: "/openapi.json"
        case .reference: "/docs"
        case .dashboard: "/"
        case .asset: "/{asset}"
        case .page: "/progress/{id}"
        case .badge: "/progress/{id}.svg"
        case .treeView: "/progress/{id}.txt"
        case .listView: "/progress.txt"
        case .problemPage: "/problems/{slug}"
        case .introduction: "/v1"
        case .problemIndex: "/problems"
        case .apiCatalog: "/.well-known/api-catalog"
        case .mcp: "/mcp"
        case .server: "*"
        case .kubeflowStatus: "/v1/progress/{id}/kubeflow-status"
        case .trainJobStatus: "/apis/trainer.kubeflow.org/v1alpha1/namespaces/{namespace}/trainjobs/{name}/status"
        }
    }
}
