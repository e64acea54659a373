import CAssets
import ProgressWire

/// The pages that explain the problems, made from the baked-in `docs/problems.md`.
enum ProblemPages {
    static let policy: StaticString = "default-src 'none'; style-src 'self'; frame-ancestors 'none'"

    static func page(_ type: ProblemType) -> [UInt8] {
        var bytes = start(title: type.slug, heading: "\(type.title)")
        bytes.append(text: "<p><code>\(type.slug)</code>, status \(type.status)</p>\n")
        for paragraph in paragraphs(type.slug) { bytes.append(text: "<p>\(escaped(paragraph))</p>\n") }
        bytes.append(text: "<p>\(calls(type.slug)) <a href=\"/docs\">All calls</a></p>\n</main>\n")
        return bytes
    }

    /// Every kind, in the order of its status.
    static var index: [UInt8] {
        var bytes = start(title: "Problems", heading: "Problems")
        bytes.append(text: "<p>What the service refuses, by status. <a href=\"/docs\">All calls</a></p>\n<ul>\n")
        for type in ProblemType.allCases.sorted(by: { ($0.status, $0.slug) < ($1.status, $1.slug) }) {
            let link = "<a href=\"/problems/\(type.slug)\"><code>\(type.slug)</code></a>"
            bytes.append(text: "<li>\(type.status) \(link) \(type.title)</li>\n")
        }
        bytes.append(text: "</ul>\n</main>\n")
        return bytes
    }

    /// The page for a browser at an address that leads nowhere.
    static var lost: [UInt8] {
        var bytes = start(title: "Not found", heading: "There is nothing at this address")
        bytes.append(text: "<p><a href=\"/\">All progress</a> · <a href=\"/docs\">All calls</a></p>\n</main>\n")
        return bytes
    }

    private static func start(title: String, heading: String) -> [UInt8] {
        Array(
            """
            <!doctype html>
            <html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">\
            <link rel="stylesheet" href="/dashboard.css">
            <title>\(title)</title>
            <main class="problem">
            <h1>\(heading)</h1>

            """.utf8
        )
    }

    /// The operations that may answer it, with links to the reference.
    private static func calls(_ slug: String) -> String {
        let asset = progressd_asset_problem_calls
        let text = String(decoding: UnsafeBufferPointer(start: asset.bytes, count: asset.count), as: UTF8.self)
        let links = text.split(separator: "\n").compactMap { line -> String? in
            let parts = line.split(separator: " ")
            guard parts.count == 4, parts[0] == slug[...] else { return nil }
            return "<a href=\"/docs#\(parts[1])\"><code>\(parts[2]) \(parts[3])</code></a>"
        }
        if links.isEmpty { return "<a href=\"/docs#problems\">Most calls</a> may answer this." }
        return "May come from \(links.joined(separator: ", "))."
    }

    /// The paragraphs below `## slug`, without the lines for status and title.
    private static func paragraphs(_ slug: String) -> [String] {
        let asset = progressd_asset_problems_md
        let text = String(decoding: UnsafeBufferPointer(start: asset.bytes, count: asset.count), as: UTF8.self)
        var paragraphs: [String] = []
        var isInside = false
        var paragraph = ""
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("## ") {
                if isInside { break }
                isInside = line.dropFirst(3) == slug[...]
                continue
            }
            guard isInside else { continue }
            if line.isEmpty {
                if !paragraph.isEmpty { paragraphs.append(paragraph) }
                paragraph = ""
            } else if !line.hasPrefix("Status:") && !line.hasPrefix("Title:") {
                paragraph += paragraph.isEmpty ? String(line) : " " + line
            }
        }
        if !paragraph.isEmpty { paragraphs.append(paragraph) }
        return paragraphs
    }

    /// Text escaped for HTML; text between backquotes becomes `<code>`.
    private static func escaped(_ text: String) -> String {
        var html = ""
        var isCode = false
        for character in text {
            switch character {
            case "&": html += "&amp;"
            case "<": html += "&lt;"
            case ">": html += "&gt;"
            case "`":
                html += isCode ? "</code>" : "<code>"
                isCode.toggle()
            default: html.append(character)
            }
        }
        return html
    }
}
