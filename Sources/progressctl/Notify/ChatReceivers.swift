import FoundationEssentials
import ProgressClient

/// A topic of an ntfy server.
struct Ntfy: Receiver {
    let url: String
    let topic: String
    let token: String?

    var summary: String { "topic \(topic) of ntfy at \(Receipt.shown(url))" }

    func take(_ notice: Notice, page: String, at now: Date) async -> Receipt {
        let message = Message(notice, topic: topic, page: page)
        guard let body = try? ServiceCoding.encode(message) else { return .refused("cannot be written as JSON") }
        return await .sending(to: url, token.map { [("Authorization", "Bearer \($0)")] } ?? [], body)
    }

    private struct Message: Encodable {
        var topic: String
        var title: String
        var message: String
        var priority: Int
        var tags: [String]
        var click: String

        init(_ notice: Notice, topic: String, page: String) {
            self.topic = topic
            title = notice.title
            message = notice.text(page: page)
            click = page
            switch notice.kind {
            case .finished: (priority, tags) = (3, ["white_check_mark"])
            case .cancelled: (priority, tags) = (3, ["stop_sign"])
            case .failed: (priority, tags) = (4, ["x"])
            case .stalled, .late: (priority, tags) = (4, ["warning"])
            }
        }
    }
}

/// An incoming webhook of Slack, or of a service with the same format (Mattermost, Rocket.Chat, Discord's `/slack`).
struct Slack: Receiver {
    let url: String

    var summary: String { "Slack at \(Receipt.shown(url))" }

    func take(_ notice: Notice, page: String, at now: Date) async -> Receipt {
        let text = "*\(Self.escaped(notice.title))*\n\(Self.escaped(notice.text(page: page)))"
        guard let body = try? ServiceCoding.encode(["text": text]) else { return .refused("cannot be written as JSON") }
        return await .sending(to: url, [], body)
    }

    /// Escapes client text, so that it cannot mention anyone (`<!channel>`).
    static func escaped(_ text: String) -> String {
        text.reduce(into: "") { escaped, character in
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            default: escaped.append(character)
            }
        }
    }
}
