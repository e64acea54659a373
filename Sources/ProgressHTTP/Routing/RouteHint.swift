import MicroHTTPD
import ProgressWire

/// Guesses what a caller meant whose path or method leads nowhere.
enum RouteHint {
    /// The beginning of a path that it looks at, in bytes.
    static let longestPath = 512

    /// A sentence about a path that `Router` does not know.
    /// - Parameter prefix: before each path that it names.
    static func sentence(_ path: [UInt8], below prefix: String) -> String {
        var bytes = path
        while bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
        if bytes.count < path.count, let known = known(bytes, below: prefix) { return "\(known) (no slash at the end)" }
        if let known = known(Array("/v1".utf8) + bytes, below: prefix) { return known }
        let parts = bytes.split(separator: UInt8(ascii: "/")).map { String(decoding: $0, as: UTF8.self) }
        if parts.count == 4, parts[0] == "v1", parts[1] == "progress",
            let word = NearName.nearest(to: parts[3], among: Router.wordsBelowNode)
        {
            return "Did you mean \(prefix)/v1/progress/{id}/\(word)?"
        }
        switch parts.first {
        case "v1": return "The calls begin with \(prefix)/v1/progress; \(prefix)/docs describes them all."
        default:
            return "\(prefix)/ is the dashboard, \(prefix)/v1/progress lists the roots, and \(prefix)/docs describes "
                + "every path."
        }
    }

    private static func known(_ bytes: [UInt8], below prefix: String) -> String? {
        guard !bytes.isEmpty, bytes.withUnsafeBufferPointer({ Router.route($0) != nil }) else { return nil }
        return "Did you mean \(Excerpt(prefix + String(decoding: bytes, as: UTF8.self)))?"
    }

    /// A sentence about what to call instead of a method that a path lacks; nil if the allowed methods say it all.
    static func instead(of method: Method, on path: Path, below prefix: String) -> String? {
        switch (path, method) {
        case (.progressList, .put): "To create under a name, PUT \(prefix)/v1/progress/{name}."
        case (.progressList, .patch), (.progressList, .delete): "This takes one progress: \(prefix)/v1/progress/{id}."
        case (.progress, .post):
            "To create, POST \(prefix)/v1/progress or PUT \(prefix)/v1/progress/{name}; to report, PATCH, or POST "
                + "…/completed-units."
        case (.completedUnits, _), (.heartbeat, _), (.cancel, _), (.pause, _), (.resume, _), (.fail, _), (.finish, _):
            "This is a POST; to read the progress, GET \(prefix)/v1/progress/{id}."
        case (.reservations, .get):
            "Tokens are shown once, in the reply to the POST that makes them; GET \(prefix)/v1/reservations lists the "
                + "unclaimed ones."
        case (.grants, .get):
            "Tokens are shown once, in the reply to the POST that makes them; GET \(prefix)/v1/grants?node={id} lists "
                + "the grants."
        case (.grantList, .post): "To open a progress to somebody, POST \(prefix)/v1/progress/{id}/grants."
        case (.reservationList, .post): "To set units aside, POST \(prefix)/v1/progress/{id}/reservations."
        case (.page, .post), (.page, .put), (.page, .patch), (.page, .delete):
            "This is the page for people; the call is \(prefix)/v1/progress/{id}."
        default: nil
        }
    }
}
