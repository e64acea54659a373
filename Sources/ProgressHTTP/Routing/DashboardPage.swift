import ProgressTerminal

/// The page of `/` or of `/progress/{id}`. It names what its scripts load at once, so that a browser asks for all of it
/// together, and not for one file after the other.
struct DashboardPage: Sendable {
    static let list = DashboardPage(modules: ["list", "tools"], styles: ["list"])
    static let tree = DashboardPage(modules: ["tree", "branches", "detail", "plot"], styles: ["tree", "open"])

    let bytes: [UInt8]
    let etag: [UInt8]

    private static let head = Array("</title>\n".utf8)
    private static let modules = ["strings", "times", "row", "hub", "feed", "filter"]

    private init(modules: [String], styles: [String]) {
        let page = Asset.page.bytes
        let end = Self.index(in: page, after: Self.head)
        let hints =
            (Self.modules + modules).map { "<link rel=\"modulepreload\" href=\"/\($0).js\">\n" }
            + styles.map { "<link rel=\"preload\" as=\"style\" href=\"/\($0).css\">\n" }
        self.init(bytes: Array(page[..<end]) + hints.joined().utf8 + page[end...])
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
        etag = bytes.withUnsafeBufferPointer(Asset.etag(of:))
    }

    /// The page for a service that answers below a prefix.
    func placed(below prefix: PathPrefix) -> DashboardPage {
        prefix.isEmpty ? self : DashboardPage(bytes: prefix.placed(inHTML: bytes))
    }

    /// The page with the operator's words for readers who are asked for a token.
    func noting(_ note: String) -> DashboardPage {
        if note.isEmpty { return self }
        let end = Self.index(in: bytes, after: Self.head)
        var page = Array(bytes[..<end])
        page.append(contentsOf: "<meta name=\"sign-in-note\" content=\"".utf8)
        DisplayText(note, limit: .max).appendXML(to: &page)
        page.append(contentsOf: "\">\n".utf8)
        return DashboardPage(bytes: page + bytes[end...])
    }

    /// The index after the first place where `part` is, which there has to be.
    private static func index(in page: [UInt8], after part: [UInt8]) -> Int {
        for start in page.indices where page[start...].starts(with: part) { return start + part.count }
        preconditionFailure("the page has no \(String(decoding: part, as: UTF8.self))")
    }
}
