/// The table of paths without files, written the slow and plain way.
enum RouteModel {
    /// A part of a path that names nothing.
    static let nowhere = "%"

    private static let fixed: Set = [
        "/", "/healthz", "/readyz", "/readyz/writes", "/metrics", "/openapi.yaml", "/openapi.json", "/docs",
        "/progress.txt", "/v1/progress", "/v1/events", "/v1/batch", "/v1/session", "/v1/grants", "/v1/reservations",
        "/mcp", "*", "/v1", "/problems", "/.well-known/api-catalog",
    ]
    private static let verbs: Set = [
        "tree", "children", "completed-units", "heartbeat", "reservations", "cancel", "pause", "resume", "fail",
        "finish", "events", "grants", "runs", "kubeflow-status",
    ]

    /// The shortest path that is about the same; nil where the service has nothing.
    static func path(_ bytes: [UInt8]) -> String? {
        let problems = Array("/problems/".utf8)
        if bytes.starts(with: problems) {
            return "/problems/" + String(decoding: bytes.dropFirst(problems.count), as: UTF8.self)
        }
        // Bytes that are no text become a character that is in no part of a path and in no name.
        let parts = bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
        let path = parts.joined(separator: "/")
        if fixed.contains(path) { return path }
        guard parts.count >= 3, parts[0].isEmpty else { return nil }
        switch (parts[1], parts.count) {
        case ("progress", 3): return page(parts[2])
        case ("v1", 4) where parts[2] == "reservations" || parts[2] == "grants":
            return parts[3].isEmpty ? nil : "/v1/\(parts[2])/\(uuid(parts[3]) ?? nowhere)"
        case ("v1", 4) where parts[2] == "progress": return parts[3].isEmpty ? nil : "/v1/progress/\(node(parts[3]))"
        case ("v1", 5) where parts[2] == "progress" && verbs.contains(parts[4]):
            return parts[3].isEmpty ? nil : "/v1/progress/\(node(parts[3]))/\(parts[4])"
        case ("v1", 6) where parts[2] == "progress" && parts[4] == "runs":
            if parts[3].isEmpty || parts[5].isEmpty { return nil }
            return "/v1/progress/\(node(parts[3]))/runs/\(uuid(parts[5]) ?? nowhere)"
        case ("apis", 9):
            let isStatus = parts[6] == "trainjobs" && parts[8] == "status" && !parts[5].isEmpty && !parts[7].isEmpty
            guard isStatus, parts[2...4].elementsEqual(["trainer.kubeflow.org", "v1alpha1", "namespaces"]) else {
                return nil
            }
            return trainJob(node("\(parts[5]):\(parts[7])"))
        default: return nil
        }
    }

    /// The path of the job that a name of the form `namespace:name` means.
    static func trainJob(_ name: String) -> String {
        let parts = name.split(separator: ":", maxSplits: 1)
        let (namespace, job) = (parts.first ?? "", parts.last ?? "")
        return "/apis/trainer.kubeflow.org/v1alpha1/namespaces/\(namespace)/trainjobs/\(job)/status"
    }

    private static func page(_ part: String) -> String? {
        if part.isEmpty { return nil }
        for suffix in [".svg", ".txt"] where part.utf8.count > 4 && part.utf8.suffix(4).elementsEqual(suffix.utf8) {
            return "/progress/\(node(String(decoding: part.utf8.dropLast(4), as: UTF8.self)))\(suffix)"
        }
        return "/progress/\(node(part))"
    }

    private static func node(_ part: String) -> String {
        guard let text = PercentModel.text(part.utf8) else { return nowhere }
        if let id = uuid(text) { return id }
        return isName(text.utf8) ? text : nowhere
    }

    private static let lettersAndDigits = Set("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)
    private static let namePunctuation = Set("._:-".utf8)

    private static func isName(_ text: some Collection<UInt8>) -> Bool {
        guard let first = text.first, lettersAndDigits.contains(first), text.count <= 128 else { return false }
        return text.allSatisfy { lettersAndDigits.contains($0) || namePunctuation.contains($0) }
    }

    /// Foundation's reader is no oracle: it takes a sign for a digit.
    private static func uuid(_ text: String) -> String? {
        let groups = text.split(separator: "-", omittingEmptySubsequences: false)
        guard groups.map(\.utf8.count) == [8, 4, 4, 4, 12] else { return nil }
        let digits = Set("0123456789abcdefABCDEF".utf8)
        return groups.allSatisfy { $0.utf8.allSatisfy(digits.contains) } ? text.lowercased() : nil
    }
}
