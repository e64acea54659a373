import FoundationEssentials
import ProgressClient

/// The operator's file of rules: which notices go where. No other input names an address.
struct NotifyConfiguration: Sendable {
    /// The address at which people see the pages of the service; nil if it is the one that this program uses.
    var pages: String?
    /// The rules by their names.
    var rules: [String: NotifyRule]

    /// - Throws: `UserError` that names the file, the place in it, and the fault.
    init(_ path: String) throws(UserError) {
        let data = try WholeFile.read(path)
        // The decoder's error does not say where.
        guard let file = try? JSONDecoder().decode(JSONValue.self, from: data) else {
            throw UserError("\(path) is not valid JSON; `python3 -m json.tool \(path)` says where", .usage)
        }
        do throws(SettingFault) {
            let top = try SettingObject(file, at: "", known: ["pages", "rules"])
            pages = try top.address("pages")
            rules = [:]
            for (name, value) in try top.members("rules") { rules[name] = try NotifyRule(value, at: "rules.\(name)") }
            if rules.isEmpty { throw SettingFault(at: "rules", "has no rule") }
        } catch {
            throw UserError("\(path): \(error.place) \(error.reason)", .usage)
        }
    }

    /// The address of the page that shows the progress of a notice.
    func page(of notice: Notice, _ client: CommandClient) -> String {
        guard let pages else { return client.page(of: notice.progress.id) }
        return "\(pages.hasSuffix("/") ? String(pages.dropLast()) : pages)/progress/\(notice.progress.id)"
    }
}

/// A rule: the kinds of notices, the roots, and the receiver.
struct NotifyRule: Sendable {
    var kinds: Set<NoticeKind>
    /// The labels that a root must have, all of them.
    var labels: [String: String]
    var receiver: any Receiver

    fileprivate init(_ value: JSONValue, at place: String) throws(SettingFault) {
        let receivers = ["webhook", "ntfy", "slack", "mail", "command"]
        let rule = try SettingObject(value, at: place, known: ["on", "labels"] + receivers)
        kinds = Set(NoticeKind.allCases)
        if let words = try rule.texts("on") {
            if words.isEmpty { throw SettingFault(at: "\(place).on", "names no occasion; leave it out for all") }
            kinds = []
            for word in words {
                guard let kind = NoticeKind(rawValue: word) else {
                    let known = NoticeKind.allCases.map(\.rawValue).joined(separator: ", ")
                    throw SettingFault(at: "\(place).on", "has \(word); it can have \(known)")
                }
                kinds.insert(kind)
            }
        }
        labels = [:]
        for (key, value) in try rule.members("labels") {
            guard case .string(let text) = value else { throw SettingFault(at: "\(place).labels.\(key)", "is no text") }
            labels[key] = text
        }
        let named = receivers.filter { rule[$0] != nil }
        guard let kind = named.first, named.count == 1, let setting = rule[kind] else {
            throw SettingFault(at: place, "needs one of \(receivers.joined(separator: ", "))")
        }
        receiver = try Self.receiver(kind, setting, at: "\(place).\(kind)")
    }

    private static func receiver(
        _ kind: String,
        _ setting: JSONValue,
        at place: String
    ) throws(SettingFault) -> any Receiver {
        switch kind {
        case "webhook":
            let object = try SettingObject(setting, at: place, known: ["url", "secretFile"])
            return Webhook(url: try object.neededAddress("url"), secret: try object.secret("secretFile"))
        case "ntfy":
            let object = try SettingObject(setting, at: place, known: ["url", "topic", "tokenFile"])
            return Ntfy(
                url: try object.neededAddress("url"),
                topic: try object.needed("topic"),
                token: try object.file("tokenFile")
            )
        case "slack":
            let object = try SettingObject(setting, at: place, known: ["url", "urlFile"])
            if object["url"] != nil && object["urlFile"] != nil {
                throw SettingFault(at: place, "has both url and urlFile; it can have one")
            }
            if let address = try object.file("urlFile") { return Slack(url: address) }
            return Slack(url: try object.neededAddress("url"))
        case "mail":
            let object = try SettingObject(setting, at: place, known: ["to", "from", "sendmail"])
            let to = try object.texts("to") ?? []
            if to.isEmpty { throw SettingFault(at: "\(place).to", "is missing") }
            let program = try object.text("sendmail") ?? "/usr/sbin/sendmail"
            return Mail(to: to, from: try object.needed("from"), sendmail: program)
        default:
            guard let words = try SettingObject.texts(setting, at: place), !words.isEmpty else {
                throw SettingFault(at: place, "is a list of words, the program first")
            }
            return Command(words: words)
        }
    }

    func applies(to notice: Notice) -> Bool {
        kinds.contains(notice.kind) && labels.allSatisfy { notice.progress.labels[$0] == $1 }
    }
}
