import ProgressCore

@testable import ProgressHTTP
@testable import ProgressRegistry

/// The router beside the table of paths: what a path is about, said as the shortest path that is about the same.
enum RouterSubject {
    static func fault(_ input: [UInt8]) -> String? {
        let path = Array(input.prefix { $0 != UInt8(ascii: "?") })
        let ours = route(path)
        let wanted = RouteModel.path(path) ?? file(path)
        guard ours == wanted else { return "is \(ours ?? "no path"), not \(wanted ?? "a path")" }
        guard let ours else { return faultInOriginForm(path) }
        let again = route(Array(ours.utf8))
        return again == ours ? faultInOriginForm(path) : "\(ours) is \(again ?? "no path")"
    }

    private static func route(_ path: [UInt8]) -> String? {
        path.withUnsafeBufferPointer { Router.route($0).map(text) }
    }

    private static func file(_ path: [UInt8]) -> String? {
        guard path.first == UInt8(ascii: "/"), let asset = Asset.at(path.withUnsafeBufferPointer { $0[1...] }) else {
            return nil
        }
        return "/\(asset.name)"
    }

    /// The target of a proxy's request ends with the path that another's begins with.
    private static func faultInOriginForm(_ path: [UInt8]) -> String? {
        let form = path.withUnsafeBufferPointer { Array(Router.originForm($0)) }
        if form == path { return nil }
        let isPath = form.first == UInt8(ascii: "/") && path.first != UInt8(ascii: "/")
        if isPath && path.reversed().starts(with: form.reversed()) { return nil }
        return "has the origin form \(String(decoding: form, as: UTF8.self))"
    }

    private static func text(_ route: Route) -> String {
        switch route {
        case .progressList: "/v1/progress"
        case .progress(let node): "/v1/progress/\(text(node))"
        case .tree(let node): "/v1/progress/\(text(node))/tree"
        case .children(let node): "/v1/progress/\(text(node))/children"
        case .completedUnits(let node): "/v1/progress/\(text(node))/completed-units"
        case .heartbeat(let node): "/v1/progress/\(text(node))/heartbeat"
        case .reservations(let node): "/v1/progress/\(text(node))/reservations"
        case .cancel(let node): "/v1/progress/\(text(node))/cancel"
        case .pause(let node): "/v1/progress/\(text(node))/pause"
        case .resume(let node): "/v1/progress/\(text(node))/resume"
        case .fail(let node): "/v1/progress/\(text(node))/fail"
        case .progressEvents(let node): "/v1/progress/\(text(node))/events"
        case .grants(let node): "/v1/progress/\(text(node))/grants"
        case .events: "/v1/events"
        case .reservation(let token): "/v1/reservations/\(token?.description ?? RouteModel.nowhere)"
        case .grant(let id): "/v1/grants/\(id?.description ?? RouteModel.nowhere)"
        case .batch: "/v1/batch"
        case .session: "/v1/session"
        case .health: "/healthz"
        case .readiness: "/readyz"
        case .metrics: "/metrics"
        case .contract: "/openapi.yaml"
        case .dashboard: "/"
        case .asset(let asset): "/\(asset.name)"
        case .page(let node): "/progress/\(text(node))"
        case .badge(let node): "/progress/\(text(node)).svg"
        case .problemPage(let slug): "/problems/\(slug)"
        }
    }

    private static func text(_ node: NodeReference) -> String {
        switch node {
        case .id(let id): id.description
        case .name(let name): name
        case .impossible: RouteModel.nowhere
        }
    }
}
