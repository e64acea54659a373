import CAssets

/// A file for browsers, baked into the program.
struct Asset: Sendable {
    /// Its path on the server, without the first slash.
    let name: String
    let contentType: StaticString
    /// A hash of the bytes: a browser that asks again gets 304 until a new release changes the file.
    let etag: [UInt8]
    /// As it is sent: scripts and styles without comments and idle white space.
    private let content: Content

    private enum Content {
        case source(Int)
        case stripped([UInt8])
    }

    static let all = (0..<progressd_asset_count).map(Asset.init(index:))

    /// The page of `/` and of `/progress/{id}`.
    static let page = all[0]

    /// The index of the asset at a path without its first slash. The page has no path here.
    /// - Complexity: O(number of assets); the router tries it last.
    static func index(at path: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
        let name = String(decoding: path, as: UTF8.self)
        return all.dropFirst().firstIndex { $0.name == (name == "favicon.ico" ? "favicon.svg" : name) }
    }

    private init(index: Int) {
        let asset = progressd_asset(index).pointee
        name = String(cString: asset.name)
        contentType =
            switch name.split(separator: ".").last {
            case "html", "docs": "text/html; charset=utf-8"
            case "css": "text/css; charset=utf-8"
            case "svg": "image/svg+xml"
            case "json": "application/json"
            default: "text/javascript; charset=utf-8"
            }
        let source = UnsafeBufferPointer(start: asset.bytes, count: asset.count)
        content =
            switch name.split(separator: ".").last {
            case "css": .stripped(Stripper.style(source))
            case "js": .stripped(Stripper.script(source))
            default: .source(index)
            }
        etag = Self.etag(of: source)
    }

    var bytes: [UInt8] {
        switch content {
        case .stripped(let bytes): return bytes
        case .source(let index):
            let asset = progressd_asset(index).pointee
            return Array(UnsafeBufferPointer(start: asset.bytes, count: asset.count))
        }
    }

    /// Whether it is HTML.
    var isPage: Bool { name == Self.page.name || name == "docs" }

    /// Whether pages of any origin may load it, as the element and what it loads; a module needs CORS for that.
    var isForAnyOrigin: Bool { Self.partsOfElement.contains(name) || name.hasPrefix("lang/") }

    private static let partsOfElement: Set = [
        "progress-element.js", "watch.js", "hub.js", "poller.js", "left.js",
    ]

    /// FNV-1a, which only has to tell versions of one file apart.
    static func etag(of bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return Array("\"\(String(hash, radix: 16))\"".utf8)
    }
}
