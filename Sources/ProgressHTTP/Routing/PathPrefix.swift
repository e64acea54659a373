import CAssets
import Glibc

/// The path below which the service answers, for proxies that several services share (`--path-prefix`). It is taken off
/// each request's path, and precedes each path that a reply names; the code in between does not know it.
struct PathPrefix: Sendable {
    /// `/team-a`, or empty.
    let text: String
    private let bytes: [UInt8]

    init(_ text: String) {
        self.text = text
        bytes = Array(text.utf8)
    }

    var isEmpty: Bool { bytes.isEmpty }

    /// The path of the cookies that only this service gets.
    var cookiePath: String { isEmpty ? "/" : text }

    // MARK: Requests

    /// The part of a request's path after the prefix; nil: it is not below the prefix. Paths of probes and scrapers
    /// also work without it.
    func rest(of path: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8>? {
        if bytes.isEmpty { return path }
        guard path.count >= bytes.count, let start = path.baseAddress, memcmp(start, bytes, bytes.count) == 0 else {
            return Self.isForEverybody(path) ? path : nil
        }
        let rest = UnsafeBufferPointer(rebasing: path[bytes.count...])
        // The prefix itself, as a person writes it.
        if rest.isEmpty { return Self.root }
        if rest.first == UInt8(ascii: "/") { return rest }
        return Self.isForEverybody(path) ? path : nil
    }

    /// The prefix where a path has it; lines of batches, and what is for everybody, go without.
    func text(in path: UnsafeBufferPointer<UInt8>) -> String {
        guard let rest = rest(of: path), rest.count < path.count else { return "" }
        return text
    }

    /// Also `*`, the target of OPTIONS that is no path.
    private static func isForEverybody(_ path: UnsafeBufferPointer<UInt8>) -> Bool {
        ["/healthz", "/readyz", "/readyz/writes", "/metrics", "*"].contains { path.elementsEqual($0.utf8) }
    }

    private static var root: UnsafeBufferPointer<UInt8> {
        let text: StaticString = "/"
        return UnsafeBufferPointer(start: text.utf8Start, count: 1)
    }

    // MARK: Replies

    func append(to bytes: inout [UInt8]) { bytes.append(contentsOf: self.bytes) }

    /// Puts the prefix before each path in the attributes of a page.
    func placed(inHTML page: [UInt8]) -> [UInt8] { placed(in: page, after: "=\"") }

    /// Puts it before each path in JSON in which every text that begins with a slash is a path.
    func placed(inJSON document: [UInt8]) -> [UInt8] { placed(in: document, after: "\"") }

    /// Puts it before each target of a `Link` header.
    func placed(inLinks links: [UInt8]) -> [UInt8] { placed(in: links, after: "<") }

    private func placed(in text: [UInt8], after mark: StaticString) -> [UInt8] {
        if bytes.isEmpty { return text }
        let mark = mark.withUTF8Buffer { Array($0) } + [UInt8(ascii: "/")]
        var placed: [UInt8] = []
        placed.reserveCapacity(text.count + 64 * bytes.count)
        var rest = text[...]
        while let place = rest.firstRange(of: mark) {
            placed.append(contentsOf: rest[..<(place.upperBound - 1)])
            placed.append(contentsOf: bytes)
            rest = rest[(place.upperBound - 1)...]
        }
        placed.append(contentsOf: rest)
        return placed
    }
}

/// The files of the pages and of the contract that name paths, with the prefix in them. Made once.
struct PrefixedFiles: Sendable {
    let prefix: PathPrefix
    let list: DashboardPage
    let tree: DashboardPage
    private let assets: [String: [UInt8]]
    /// `/openapi.yaml`; nil where it is as it is baked in.
    let contract: [UInt8]?

    init(_ prefix: PathPrefix, signInNote note: String) {
        self.prefix = prefix
        list = DashboardPage.list.placed(below: prefix).noting(note)
        tree = DashboardPage.tree.placed(below: prefix).noting(note)
        guard !prefix.isEmpty else {
            (assets, contract) = ([:], nil)
            return
        }
        var assets: [String: [UInt8]] = [:]
        for asset in Asset.all where asset.isPage { assets[asset.name] = prefix.placed(inHTML: asset.bytes) }
        for asset in Asset.all where asset.name == "openapi.json" {
            assets[asset.name] = Self.text(asset.bytes, "\"servers\":[{\"url\":\"/\"", "/\"", prefix)
        }
        self.assets = assets
        let openapi = UnsafeBufferPointer(start: progressd_asset_openapi.bytes, count: progressd_asset_openapi.count)
        contract = Self.text(Array(openapi), "- url: /\n", "/\n", prefix)
    }

    /// nil where it is as it is baked in.
    subscript(asset: Asset) -> [UInt8]? { assets.isEmpty ? nil : assets[asset.name] }

    /// The text in which the address of the service, at the end of `line`, is the prefix.
    private static func text(
        _ bytes: [UInt8],
        _ line: String,
        _ end: String,
        _ prefix: PathPrefix
    ) -> [UInt8] {
        var text = bytes
        guard let place = text.firstRange(of: Array(line.utf8)) else { return text }
        // The slash itself is the root, which becomes the prefix.
        let slash = place.upperBound - end.utf8.count
        text.replaceSubrange(slash...slash, with: Array(prefix.text.utf8))
        return text
    }
}
