import ProgressCore
import TestKit
import Testing

@testable import ProgressHTTP
@testable import ProgressRegistry

/// The source's routes and the document's paths are the same set.
struct RouteTests {
    private static let some = NodeReference.name("some")

    private static let routes: [(route: Route, path: String)] = [
        (.progressList, "/v1/progress"), (.progress(some), "/v1/progress/{id}"),
        (.tree(some), "/v1/progress/{id}/tree"), (.children(some), "/v1/progress/{id}/children"),
        (.completedUnits(some), "/v1/progress/{id}/completed-units"),
        (.heartbeat(some), "/v1/progress/{id}/heartbeat"), (.reservations(some), "/v1/progress/{id}/reservations"),
        (.cancel(some), "/v1/progress/{id}/cancel"), (.pause(some), "/v1/progress/{id}/pause"),
        (.resume(some), "/v1/progress/{id}/resume"), (.fail(some), "/v1/progress/{id}/fail"),
        (.progressEvents(some), "/v1/progress/{id}/events"), (.events, "/v1/events"),
        (.reservation(token: nil), "/v1/reservations/{token}"), (.batch, "/v1/batch"), (.health, "/healthz"),
        (.readiness, "/readyz"), (.metrics, "/metrics"), (.contract, "/openapi.yaml"), (.dashboard, "/"),
        (.page(some), "/progress/{id}"), (.badge(some), "/progress/{id}.svg"),
        (.grants(some), "/v1/progress/{id}/grants"),
        (.grant(nil), "/v1/grants/{grantID}"), (.session, "/v1/session"),
        (.problemPage(slug: "cycle"), "/problems/{slug}"),
    ]

    @Test func `every route stands in the document, with the same methods`() throws {
        let document = try ContractDocument()

        for (route, path) in Self.routes {
            let documented = Set(document.operations.filter { $0.path == path }.map(\.method))
            let allowed = Set(route.allowed.description.split(separator: ", ").map(String.init))
            #expect(allowed.subtracting(["HEAD", "OPTIONS"]) == documented, "\(path)")
        }
    }

    @Test func `the log and the metrics call a route what the document calls it`() {
        for (route, path) in Self.routes { #expect(route.pattern.description == path) }
    }

    @Test func `every path of the document is a route`() throws {
        let document = try ContractDocument()

        let known = Set(Self.routes.map(\.path))

        #expect(Set(document.root.paths.keys) == known)
    }

    /// The compiler asks for a line here when a route is added; then it also belongs into `routes`.
    @Test func `the table above has every case`() {
        let names = Set(Self.routes.map { Self.name($0.route) })

        #expect(names.count == Self.routes.count)
        #expect(names.count == 26)
    }

    private static func name(_ route: Route) -> String {
        switch route {
        case .progressList: "progressList"
        case .progress: "progress"
        case .tree: "tree"
        case .children: "children"
        case .completedUnits: "completedUnits"
        case .heartbeat: "heartbeat"
        case .reservations: "reservations"
        case .cancel: "cancel"
        case .pause: "pause"
        case .resume: "resume"
        case .fail: "fail"
        case .progressEvents: "progressEvents"
        case .events: "events"
        case .reservation: "reservation"
        case .batch: "batch"
        case .health: "health"
        case .readiness: "readiness"
        case .metrics: "metrics"
        case .contract: "contract"
        case .dashboard: "dashboard"
        // What the pages load is theirs, and no part of the contract.
        case .asset: "asset"
        case .page: "page"
        case .badge: "badge"
        case .grants: "grants"
        case .grant: "grant"
        case .session: "session"
        case .problemPage: "problemPage"
        }
    }
}
