import ArgumentParser
import ProgressClient
import ProgressTerminal

struct Get: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show one progress.",
        discussion: HelpText.text(
            """
            EXAMPLES
              progressctl get import
              progressctl get import --json | jq .estimatedTimeRemaining
            """
        )
    )

    @Argument(help: "Name or id.", completion: .progress)
    var id: String

    @Flag(help: "The JSON of the service, as it is.")
    var json = false

    @OptionGroup var service: ServiceOptions

    func run() async throws {
        let client = try CommandClient(service)
        if json {
            return Terminal.output.write(
                json: try await client.ask { try ProgressDocument.checked(await $0.progressData(id)) }
            )
        }
        let snapshot = try await client.ask { try await $0.progress(id) }
        let palette = Terminal.output.palette
        for (name, value) in members(snapshot, client) {
            let label = name + String(repeating: " ", count: 10 - name.count)
            let shown = name == "state" ? palette.paint(value, TextLine(snapshot, depth: 0).state) : value
            Console.say(palette.dim(label) + shown)
        }
    }

    private func members(_ snapshot: ProgressSnapshot, _ client: CommandClient) -> [(String, String)] {
        let all: [(String, String?)] = [
            ("name", snapshot.name), ("id", snapshot.id), ("state", snapshot.state.rawValue),
            ("failure", snapshot.failure.map { $0.message + ($0.code.map { " (\($0))" } ?? "") }),
            ("control", snapshot.control.map(text)),
            ("progress", snapshot.percent.map { "\($0)%" }),
            ("counts", counts(snapshot)),
            ("text", [snapshot.localizedDescription, snapshot.localizedAdditionalDescription].joined(separator: "  ")),
            ("labels", snapshot.labels.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }.joined(separator: " ")),
            ("urls", (snapshot.urls ?? [:]).sorted { $0.key < $1.key }.map { "\($0)=\($1)" }.joined(separator: " ")),
            ("children", snapshot.childCount > 0 ? "\(snapshot.childCount)" : nil),
            ("parent", snapshot.parentID), ("run", snapshot.run.map { "\($0)" }),
            ("created", TimeText.text(snapshot.createdAt)), ("started", TimeText.text(snapshot.startedAt)),
            ("ended", TimeText.text(snapshot.endedAt)), ("page", client.page(of: snapshot.reference)),
        ]
        return all.compactMap { name, value in
            let text = DisplayText(value ?? "", limit: 400).text
            return text.allSatisfy(\.isWhitespace) ? nil : (name, text)
        }
    }

    /// A negative total means that the total is unknown.
    private func counts(_ snapshot: ProgressSnapshot) -> String {
        let completed = "\(snapshot.completedUnitCount)"
        return snapshot.totalUnitCount < 0 ? completed : "\(completed) of \(snapshot.totalUnitCount)"
    }

    private func text(_ control: ProgressControl) -> String {
        let parts = [control.action, control.reason.map { "“\($0)”" }, control.by?.user ?? control.by?.role]
        return parts.compactMap { $0 }.joined(separator: " ")
    }
}
