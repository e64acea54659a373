import FoundationEssentials
import ProgressClient

/// An event of a root that rules report. A receiver that gets it twice recognizes it by its id.
struct Notice: Codable, Sendable {
    let id: String
    let kind: NoticeKind
    let time: Date
    let progress: ProgressSnapshot

    /// The names in the file of `NotifyState`; version 0.2.0 writes the same ones.
    private enum CodingKeys: String, CodingKey {
        case id, time, progress
        case kind = "occasion"
    }

    init(_ kind: NoticeKind, _ progress: ProgressSnapshot, at time: Date) {
        id = "\(progress.id)-\(kind.rawValue)-\(progress.version)"
        self.kind = kind
        self.time = time
        self.progress = progress
    }

    /// One line of text: `backup has failed`.
    var title: String { OneLine.of("\(progress.shownName) \(kind.words)", limit: 200) }

    /// The reason, the progress made, and the addresses to see more, `page` last; one line each.
    func text(page: String) -> String {
        var lines: [String] = []
        if let failure = progress.failure { lines.append(failure.message) }
        if let reason = progress.control?.reason, progress.isCancelled { lines.append(reason) }
        lines += [progress.localizedDescription, progress.localizedAdditionalDescription]
        let urls = (progress.urls ?? [:]).sorted { $0.key < $1.key }
        lines = lines.filter { !$0.isEmpty }.map { OneLine.of($0, limit: 1_000) }
        // A shortened address would lead elsewhere.
        lines += urls.map { OneLine.of("\($0): \($1)", limit: 4_000) } + [page]
        return lines.joined(separator: "\n")
    }
}

/// Texts of clients, made fit for a single line: without control characters, and of limited length.
enum OneLine {
    /// - Parameter limit: characters.
    static func of(_ text: String, limit: Int) -> String {
        let line = String(text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : Character($0) })
        return line.count > limit ? line.prefix(limit - 1) + "…" : line
    }
}
