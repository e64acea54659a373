import TestKit

/// Roots with so much text that a reader that does not read is behind from the start. On a stream of named nodes they
/// have ended, and they come after the nodes of the story.
enum Ballast {
    static let names = (0..<10).map { "ballast-\($0)" }

    static func isBallast(_ node: JSON) -> Bool { node.name.string?.hasPrefix("ballast-") ?? false }

    /// Creates them so that the target's filter lets them through.
    static func load(_ client: HTTPClient, for target: StreamTarget) {
        var members = "\"totalUnitCount\":1,\"completedUnitCount\":\(target.selectsRoots ? 0 : 1)"
        members += ",\"userInfo\":{\"text\":\"\(String(repeating: "x", count: 16_000))\"}"
        if case .roots(let label, let fileURL) = target.selection {
            if let label { members += ",\"labels\":{\"job\":\(label.json)}" }
            if let fileURL { members += ",\"fileURL\":\((fileURL + "/ballast").json)" }
        }
        for name in names { _ = client.create("{\"name\":\"\(name)\",\(members)}") }
    }
}
