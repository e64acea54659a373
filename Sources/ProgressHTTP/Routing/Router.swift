import Glibc
import ProgressCore
import ProgressRegistry

/// Turns the bytes of a path into a route. Paths of nodes named by id need no allocation.
enum Router {
    typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>

    static func route(_ path: UnsafeBufferPointer<UInt8>) -> Route? {
        var rest = path[...]
        guard take("/", from: &rest) else { return equal(rest, "*") ? Route(path: .server) : nil }
        if rest.isEmpty { return Route(path: .dashboard) }
        if take("v1", from: &rest) {
            if rest.isEmpty { return Route(path: .introduction) }
            return take("/", from: &rest) ? versionOne(rest) : nil
        }
        if equal(rest, "healthz") { return Route(path: .health) }
        if equal(rest, "readyz") { return Route(path: .readiness) }
        if equal(rest, "readyz/writes") { return Route(path: .writeReadiness) }
        if equal(rest, "metrics") { return Route(path: .metrics) }
        if equal(rest, "openapi.yaml") { return Route(path: .contract) }
        if equal(rest, "problems") { return Route(path: .problemIndex) }
        if equal(rest, ".well-known/api-catalog") { return Route(path: .apiCatalog) }
        if take("problems/", from: &rest) {
            return Route(path: .problemPage, subject: .slug(String(decoding: rest, as: UTF8.self)))
        }
        if take("progress/", from: &rest) {
            return rest.isEmpty || rest.contains(UInt8(ascii: "/")) ? nil : page(rest)
        }
        if equal(rest, "progress.txt") { return Route(path: .listView) }
        if equal(rest, "mcp") { return Route(path: .mcp) }
        if take("apis/trainer.kubeflow.org/v1alpha1/namespaces/", from: &rest) { return trainJob(rest) }
        return Asset.index(at: equal(rest, "docs/") ? rest.dropLast() : rest).map(asset)
    }

    /// The path of a target in absolute form, `http://host/path`, which every server must accept (RFC 9112, 3.2.2); an empty
    /// one is `/` (RFC 9110, 4.2.3).
    static func originForm(_ target: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        guard let rest = afterScheme(target) else { return target }
        guard let slash = rest.firstIndex(of: UInt8(ascii: "/")) else { return root }
        return UnsafeBufferPointer(rebasing: target[slash...])
    }

    private static var root: UnsafeBufferPointer<UInt8> {
        let text: StaticString = "/"
        return UnsafeBufferPointer(start: text.utf8Start, count: 1)
    }

    /// The host and port in a target of absolute form; nil for other forms.
    static func authority(_ target: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8>? {
        afterScheme(target).map { UnsafeBufferPointer(rebasing: $0.prefix { $0 != UInt8(ascii: "/") }) }
    }

    /// Schemes are the same in either case (RFC 3986, 3.1).
    private static func afterScheme(_ target: UnsafeBufferPointer<UInt8>) -> Bytes? {
        if target.first == UInt8(ascii: "/") { return nil }
        for scheme in ["http://", "https://"] as [StaticString] where target.count >= scheme.utf8CodeUnitCount {
            let length = scheme.utf8CodeUnitCount
            if target.prefix(length).elementsEqual(
                UnsafeBufferPointer(start: scheme.utf8Start, count: length),
                by: same
            ) {
                return target[length...]
            }
        }
        return nil
    }

    private static func same(_ byte: UInt8, _ letter: UInt8) -> Bool {
        byte == letter || byte | 0x20 == letter && letter >= UInt8(ascii: "a")
    }

    private static func versionOne(_ bytes: Bytes) -> Route? {
        var rest = bytes
        if take("progress", from: &rest) {
            if rest.isEmpty { return Route(path: .progressList) }
            return take("/", from: &rest) ? node(rest) : nil
        }
        if equal(rest, "events") { return Route(path: .events) }
        if equal(rest, "batch") { return Route(path: .batch) }
        if equal(rest, "reservations") { return Route(path: .reservationList) }
        if equal(rest, "grants") { return Route(path: .grantList) }
        if take("reservations/", from: &rest) { return id(rest, of: .reservation) }
        if take("grants/", from: &rest) { return id(rest, of: .grant) }
        if equal(rest, "session") { return Route(path: .session) }
        return nil
    }

    /// Files that pages load are not in the contract; two other files are.
    private static func asset(_ index: Int) -> Route {
        let path: Path =
            switch Asset.all[index].name {
            case "docs": .reference
            case "openapi.json": .contractJSON
            default: .asset
            }
        return Route(path: path, subject: .asset(index: index))
    }

    /// `{id}.svg` is always the badge, and `{id}.txt` the text view, so a node whose name ends like that has its page only
    /// under its id.
    private static func page(_ bytes: Bytes) -> Route {
        let path: Path =
            bytes.count <= 4
            ? .page : equal(bytes.suffix(4), ".svg") ? .badge : equal(bytes.suffix(4), ".txt") ? .treeView : .page
        return Route(path: path, subject: .node(NodeReference(path == .page ? bytes : bytes.dropLast(4))))
    }

    /// A path that ends with one component, an id or not; nil if it is empty or more follows.
    private static func id(_ bytes: Bytes, of path: Path) -> Route? {
        if bytes.isEmpty || bytes.contains(UInt8(ascii: "/")) { return nil }
        return Route(path: path, subject: .id(ProgressID(UnsafeBufferPointer(rebasing: bytes))))
    }

    /// The paths of calls on one node, by their last parts; that of one run varies.
    private static let pathsBelowNode = Path.allCases.compactMap { path -> (word: [UInt8], path: Path)? in
        let start = Array((Path.progress.pattern.description + "/").utf8)
        let pattern = Array(path.pattern.description.utf8)
        if path == .run || !pattern.starts(with: start) { return nil }
        return (Array(pattern.dropFirst(start.count)), path)
    }

    static let wordsBelowNode = pathsBelowNode.map { String(decoding: $0.word, as: UTF8.self) }

    /// `{namespace}/trainjobs/{name}/status`, of the progress with the name `namespace:name`.
    private static func trainJob(_ bytes: Bytes) -> Route? {
        let parts = bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard parts.count == 4, equal(parts[1], "trainjobs"), equal(parts[3], "status"), !parts[0].isEmpty,
            !parts[2].isEmpty
        else { return nil }
        let name = Array(parts[0]) + [UInt8(ascii: ":")] + Array(parts[2])
        return Route(path: .trainJobStatus, subject: .node(name.withUnsafeBufferPointer { NodeReference($0[...]) }))
    }

    private static func node(_ bytes: Bytes) -> Route? {
        let end = bytes.firstIndex(of: UInt8(ascii: "/")) ?? bytes.endIndex
        if end == bytes.startIndex { return nil }
        let subject = Route.Subject.node(NodeReference(bytes[..<end]))
        if end == bytes.endIndex { return Route(path: .progress, subject: subject) }
        var verb = bytes[(end + 1)...]
        for (word, path) in pathsBelowNode where equal(verb, word) { return Route(path: path, subject: subject) }
        guard take("runs/", from: &verb), let node = subject.node, !verb.isEmpty, !verb.contains(UInt8(ascii: "/"))
        else { return nil }
        return Route(path: .run, subject: .run(of: node, ProgressID(UnsafeBufferPointer(rebasing: verb))))
    }

    private static func equal(_ bytes: Bytes, _ word: StaticString) -> Bool {
        bytes.count == word.utf8CodeUnitCount && starts(bytes, with: word)
    }

    private static func equal(_ bytes: Bytes, _ word: [UInt8]) -> Bool {
        guard bytes.count == word.count, let start = bytes.base.baseAddress else { return false }
        return memcmp(start + bytes.startIndex, word, word.count) == 0
    }

    private static func take(_ word: StaticString, from bytes: inout Bytes) -> Bool {
        guard starts(bytes, with: word) else { return false }
        bytes = bytes[(bytes.startIndex + word.utf8CodeUnitCount)...]
        return true
    }

    private static func starts(_ bytes: Bytes, with word: StaticString) -> Bool {
        let count = word.utf8CodeUnitCount
        guard bytes.count >= count, let start = bytes.base.baseAddress else { return false }
        return memcmp(start + bytes.startIndex, word.utf8Start, count) == 0
    }
}

/// A path of the service, and the subject that its variable part names.
struct Route {
    enum Subject {
        case none
        case node(NodeReference)
        /// A reservation's token or a grant's id; nil if it is not a UUID, which nothing has.
        case id(ProgressID?)
        /// The index of a file among the assets.
        case asset(index: Int)
        case slug(String)
        /// A run of the name that the node has; nil if its id is no UUID. Apart, so that other subjects stay small.
        indirect case run(of: NodeReference, ProgressID?)

        /// The node that it names, if any.
        var node: NodeReference? {
            switch self {
            case .node(let node), .run(let node, _): node
            case .none, .id, .asset, .slug: nil
            }
        }
    }

    let path: Path
    var subject = Subject.none

    /// The node that the path names, if any.
    var node: NodeReference? { subject.node }
}
