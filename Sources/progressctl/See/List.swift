import ArgumentParser
import ProgressClient
import ProgressTerminal

struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ls",
        abstract: "List roots, newest first.",
        discussion: HelpText.text(
            """
            A terminal gets columns, a pipe tab-separated fields: id, name, state, percent, completed, total, text.

            EXAMPLES
              progressctl ls
              progressctl ls --state failed --state stalled
              progressctl ls --label job=4711 --all --json | jq -r .id
              progressctl ls --search backup
            """
        )
    )

    @Option(
        help: ArgumentHelp("Only in this state; repeatable.", valueName: "state"),
        completion: .list(ProgressState.allCases.map(\.rawValue))
    )
    var state: [String] = []

    @Option(help: ArgumentHelp("Only with this label; repeatable.", valueName: "key=value"))
    var label: [String] = []

    @Option(help: ArgumentHelp("Only with this text in a name, label or description.", valueName: "text"))
    var search: String?

    @Option(help: ArgumentHelp("How many at most.", valueName: "n"))
    var limit = 50

    @Flag(help: "All, however many.")
    var all = false

    @Flag(help: "A JSON object a line.")
    var json = false

    @OptionGroup var service: ServiceOptions

    func validate() throws {
        if let unknown = state.first(where: { ProgressState(rawValue: $0) == nil }) {
            let states = ProgressState.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("There is no state \(unknown); the states are \(states).")
        }
        if limit < 1 { throw ValidationError("--limit is at least 1.") }
        _ = try Labels.pairs(label)
    }

    func run() async throws {
        var query = RootQuery(states: state.compactMap(ProgressState.init(rawValue:)))
        query.limit = all || search != nil ? 500 : min(limit, 500)
        var rows: [TextLine] = []
        var left = all ? Int.max : limit
        try await CommandClient(service).roots(query, labels: label) { item in
            guard matches(item.snapshot) else { return true }
            left -= 1
            if json {
                Terminal.output.write(json: item.bytes + [UInt8(ascii: "\n")])
            } else if Terminal.output.isCapable {
                rows.append(TextLine(item.snapshot, depth: 0))
            } else {
                Console.say(fields(item.snapshot))
            }
            return left > 0 && !Console.hasLostData
        }
        Terminal.output.draw(rows)
    }

    private func matches(_ snapshot: ProgressSnapshot) -> Bool {
        guard let search = search?.lowercased() else { return true }
        let texts = [snapshot.id, snapshot.name ?? "", snapshot.localizedDescription]
        return (texts + snapshot.labels.map { "\($0)=\($1)" }).contains { $0.lowercased().contains(search) }
    }

    private func fields(_ snapshot: ProgressSnapshot) -> String {
        let line = TextLine(snapshot, depth: 0)
        let counts = ["\(snapshot.completedUnitCount)", "\(snapshot.totalUnitCount)"]
        let text = DisplayText(line.text, limit: 400).text
        return ([snapshot.id, snapshot.name ?? "", line.stateName, line.percent ?? ""] + counts + [text])
            .joined(separator: "\t")
    }
}
