import ArgumentParser
import ProgressClient
import ProgressTerminal

struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ls",
        abstract: "List roots.",
        discussion: HelpText.text(
            """
            A terminal gets columns, a pipe tab-separated fields: id, name, state, percent, completed, total, text.

            EXAMPLES
              progressctl ls
              progressctl ls --state failed --state stalled
              progressctl ls --label job=4711 --all --json | jq -r .id
              progressctl ls --label team --label '!shift=night' --name 'deploy.*'
              progressctl ls --search 'photos anna' --sort remaining
            """
        )
    )

    @Option(
        help: ArgumentHelp("Only in this state; repeatable.", valueName: "state"),
        completion: .list(ProgressState.allCases.map(\.rawValue))
    )
    var state: [String] = []

    @Option(
        help: ArgumentHelp(
            "Only with this name, or a name that begins with what is before *; repeatable.",
            valueName: "name"
        )
    )
    var name: [String] = []

    @Option(help: Labels.filterHelp)
    var label: [String] = []

    @Option(
        help: ArgumentHelp("Only with these words in the name, the description or a label's value.", valueName: "words")
    )
    var search: String?

    @Option(
        // Orders may begin with a minus sign.
        parsing: .unconditional,
        help: ArgumentHelp(
            "\(RootQuery.Order.allCases.map(\.rawValue).joined(separator: ", ")); - begins with the largest.",
            valueName: "order"
        ),
        completion: .list(RootQuery.Order.allCases.map(\.rawValue))
    )
    var sort: String?

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
        if let sort, RootQuery.Order(rawValue: sort) == nil {
            let orders = RootQuery.Order.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("There is no order \(sort); the orders are \(orders).")
        }
        if limit < 1 { throw ValidationError("--limit is at least 1.") }
        _ = try Labels.filters(label)
    }

    func run() async throws {
        var query = RootQuery(states: state.compactMap(ProgressState.init(rawValue:)))
        query.names = name
        query.words = search
        query.order = sort.flatMap(RootQuery.Order.init(rawValue:))
        query.limit = all ? 500 : min(limit, 500)
        var rows: [TextLine] = []
        var left = all ? Int.max : limit
        try await CommandClient(service).roots(query, labels: label) { item in
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

    private func fields(_ snapshot: ProgressSnapshot) -> String {
        let line = TextLine(snapshot, depth: 0)
        let counts = ["\(snapshot.completedUnitCount)", "\(snapshot.totalUnitCount)"]
        let text = DisplayText(line.text, limit: 400).text
        return ([snapshot.id, snapshot.name ?? "", line.stateName, line.percent ?? ""] + counts + [text])
            .joined(separator: "\t")
    }
}
