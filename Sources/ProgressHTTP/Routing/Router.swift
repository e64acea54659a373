import Glibc
import ProgressCore
import ProgressRegistry

/// Path bytes to a route; no allocation for the paths of nodes named by id.
package enum Router {
    typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>

    static func route(_ path: UnsafeBufferPointer<UInt8>) -> Route? {
        var rest = path[...]
        guard take("/", from: &rest) else { return nil }
        if rest.isEmpty { return .dashboard }
        if take("v1/", from: &rest) { return versionOne(rest) }
        if equal(rest, "healthz") { return .health }
        if equal(rest, "readyz") { return .readiness }
        if equal(rest, "metrics") { return .metrics }
        if equal(rest, "openapi.yaml") { return .contract }
        if take("problems/", from: &rest) { return .problemPage(slug: String(decoding: rest, as: UTF8.self)) }
        if take("progress/", from: &rest) {
            return rest.isEmpty || rest.contains(UInt8(ascii: "/")) ? nil : pageOrBadge(rest)
        }
        return Asset.at(rest).map { .asset($0) }
    }

    /// The path of a target in absolute form, `http://host/path`, which every server must accept (RFC 9112, 3.2.2).
    package static func originForm(_ target: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        var rest = target[...]
        guard target.first != UInt8(ascii: "/"), take("http://", from: &rest) || take("https://", from: &rest),
            let slash = rest.firstIndex(of: UInt8(ascii: "/"))
        else { return target }
        return UnsafeBufferPointer(rebasing: target[slash...])
    }

    /// The host and port in a target of absolute form; nil where it has none.
    static func authority(_ target: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8>? {
        var rest = target[...]
        guard target.first != UInt8(ascii: "/"), take("http://", from: &rest) || take("https://", from: &rest) else {
            return nil
        }
        return UnsafeBufferPointer(rebasing: rest.prefix { $0 != UInt8(ascii: "/") })
    }

    /// Whether this is the path whose body may be larger than others.
    package static func isBatch(_ path: UnsafeBufferPointer<UInt8>) -> Bool { equal(path[...], "/v1/batch") }

    private static func versionOne(_ bytes: Bytes) -> Route? {
        var rest = bytes
        if take("progress", from: &rest) {
            if rest.isEmpty { return .progressList }
            return take("/", from: &rest) ? node(rest) : nil
        }
        if equal(rest, "events") { return .events }
        if equal(rest, "batch") { return .batch }
        if take("reservations/", from: &rest) { return id(rest).map { .reservation(token: $0) } }
        if take("grants/", from: &rest) { return id(rest).map { .grant($0) } }
        if equal(rest, "session") { return .session }
        return nil
    }

    /// `{id}.svg` is the badge, also where a name ends so: the page of such a node has its id.
    private static func pageOrBadge(_ bytes: Bytes) -> Route {
        guard bytes.count > 4, equal(bytes.suffix(4), ".svg") else { return .page(NodeReference(bytes)) }
        return .badge(NodeReference(bytes.dropLast(4)))
    }

    /// The last part of a path, which is an id or stands for nothing; nil where it is no last part.
    private static func id(_ bytes: Bytes) -> ProgressID?? {
        if bytes.isEmpty || bytes.contains(UInt8(ascii: "/")) { return nil }
        return .some(ProgressID(UnsafeBufferPointer(rebasing: bytes)))
    }

    private static func node(_ bytes: Bytes) -> Route? {
        let end = bytes.firstIndex(of: UInt8(ascii: "/")) ?? bytes.endIndex
        if end == bytes.startIndex { return nil }
        let reference = NodeReference(bytes[..<end])
        if end == bytes.endIndex { return .progress(reference) }
        let verb = bytes[(end + 1)...]
        if equal(verb, "completed-units") { return .completedUnits(reference) }
        if equal(verb, "events") { return .progressEvents(reference) }
        if equal(verb, "heartbeat") { return .heartbeat(reference) }
        if equal(verb, "children") { return .children(reference) }
        if equal(verb, "tree") { return .tree(reference) }
        if equal(verb, "reservations") { return .reservations(reference) }
        if equal(verb, "cancel") { return .cancel(reference) }
        if equal(verb, "pause") { return .pause(reference) }
        if equal(verb, "resume") { return .resume(reference) }
        if equal(verb, "fail") { return .fail(reference) }
        if equal(verb, "grants") { return .grants(reference) }
        return nil
    }

    private static func equal(_ bytes: Bytes, _ word: StaticString) -> Bool {
        bytes.count == word.utf8CodeUnitCount && starts(bytes, with: word)
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
