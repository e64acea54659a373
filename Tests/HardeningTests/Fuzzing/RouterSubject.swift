import ProgressCore

@testable import ProgressHTTP
@testable import ProgressRegistry

/// The router beside the table of paths: each names the target of a path by the shortest path to it.
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
        guard path.first == UInt8(ascii: "/"), let index = path.withUnsafeBufferPointer({ Asset.index(at: $0[1...]) })
        else {
            return nil
        }
        return "/\(Asset.all[index].name)"
    }

    /// The target of a proxy's request ends with the path that another's begins with.
    private static func faultInOriginForm(_ path: [UInt8]) -> String? {
        let form = path.withUnsafeBufferPointer { Array(Router.originForm($0)) }
        if form == path { return nil }
        let isPath = form.first == UInt8(ascii: "/") && path.first != UInt8(ascii: "/")
        if isPath && path.reversed().starts(with: form.reversed()) { return nil }
        // An empty path is the root's.
        let text = String(decoding: path, as: UTF8.self).lowercased()
        let isRoot = form == [UInt8(ascii: "/")] && (text.hasPrefix("http://") || text.hasPrefix("https://"))
        if isRoot && text.split(separator: "/", omittingEmptySubsequences: false).count == 3 { return nil }
        return "has the origin form \(String(decoding: form, as: UTF8.self))"
    }

    private static func text(_ route: Route) -> String {
        let subject =
            switch route.subject {
            case .none: ""
            case .node(let node): text(node)
            case .id(let id): id?.description ?? RouteModel.nowhere
            case .asset(let index): Asset.all[index].name
            case .slug(let slug): slug
            case .run(let node, let id): "\(text(node))/runs/\(id?.description ?? RouteModel.nowhere)"
            }
        if route.path == .trainJobStatus { return RouteModel.trainJob(subject) }
        let pattern = route.path.pattern.description
        guard let start = pattern.firstIndex(of: "{"), let end = pattern.lastIndex(of: "}") else { return pattern }
        return pattern[..<start] + subject + pattern[end...].dropFirst()
    }

    private static func text(_ node: NodeReference) -> String {
        switch node {
        case .id(let id): id.description
        case .name(let name): name
        case .impossible: RouteModel.nowhere
        }
    }
}
