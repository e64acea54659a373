import ArgumentParser
import FoundationEssentials
import ProgressClient

struct Notify: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Notify people and programs when work ends, stalls or is late.",
        discussion: HelpText.text(
            """
            It follows all roots of the service until it is stopped, and tells each rule's receiver at least once: by a
            webhook (Standard Webhooks), ntfy, Slack, mail or a command. It tries for two days to deliver a notice. Work
            that ended before it first runs brings none. docs/notify.md describes the file.

            EXAMPLES
              progressctl notify /etc/progressd/notify.json
              progressctl notify notify.json --check
              progressctl notify notify.json --try
            """
        )
    )

    @Argument(help: "The file with the rules.", completion: .file(extensions: ["json"]))
    var file: String

    @Option(
        help: ArgumentHelp("File of sent notices; default in STATE_DIRECTORY or ~/.local/state.", valueName: "file"),
        completion: .file()
    )
    var state: String?

    @Flag(help: "Say what the rules do, and end.")
    var check = false

    @Flag(name: .customLong("try"), help: "Send each receiver a made-up failure.")
    var isTrial = false

    @OptionGroup var service: ServiceOptions

    func validate() throws {
        if check && isTrial { throw ValidationError("--check and --try exclude each other.") }
    }

    func run() async throws {
        let rules = try NotifyConfiguration(file)
        let client = try CommandClient(service)
        if check { return say(rules) }
        if isTrial { return try await tryAll(rules, client) }
        let notifier = try Notifier(client, rules, try StateFile(state ?? StateFile.usual))
        try await notifier.run()
    }

    private func say(_ configuration: NotifyConfiguration) {
        for (name, rule) in configuration.rules.sorted(by: { $0.key < $1.key }) {
            let kinds = NoticeKind.allCases.filter(rule.kinds.contains).map(\.rawValue).joined(separator: ", ")
            let labels = rule.labels.sorted { $0.key < $1.key }.map { ", \($0.key)=\($0.value)" }.joined()
            Console.say("\(name): \(kinds)\(labels) → \(rule.receiver.summary)")
        }
    }

    private func tryAll(_ configuration: NotifyConfiguration, _ client: CommandClient) async throws {
        let notice = try Notice.trial(at: Date.now)
        let page = configuration.page(of: notice, client)
        var hasFailed = false
        for (name, rule) in configuration.rules.sorted(by: { $0.key < $1.key }) {
            switch await rule.receiver.take(notice, page: page, at: Date.now) {
            case .done: Console.say("\(name): told \(rule.receiver.summary)")
            case .failed(let reason, _), .refused(let reason):
                Console.complain("\(name): \(rule.receiver.summary): \(reason)")
                hasFailed = true
            }
        }
        if hasFailed { throw ExitCode(ExitStatus.failed.rawValue) }
    }
}

extension Notice {
    /// A made-up failure.
    static func trial(at now: Date) throws -> Notice {
        let time = Date.ISO8601FormatStyle(includingFractionalSeconds: true).format(now)
        let id = UUID().uuidString.lowercased()
        let text = """
            {"id":"\(id)","name":"trial","rootID":"\(id)","depth":0,"childCount":0,"totalUnitCount":8,
            "completedUnitCount":2,"fractionCompleted":0.25,"isIndeterminate":false,"isFinished":false,"state":"failed",
            "isCancellable":true,"isPausable":true,"isCancelled":false,"isPaused":false,"removeWhenFinished":false,
            "failure":{"message":"progressctl notify --try","at":"\(time)"},"userInfo":{},"labels":{},
            "localizedDescription":"25% completed","localizedAdditionalDescription":"2 of 8","version":1,
            "createdAt":"\(time)","updatedAt":"\(time)"}
            """
        let progress = try ServiceCoding.decode(ProgressSnapshot.self, from: Data(text.utf8))
        return Notice(.failed, progress, at: now)
    }
}
