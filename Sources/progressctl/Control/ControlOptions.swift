import ArgumentParser
import ProgressClient
import ProgressTerminal

/// The options that cancel, pause and resume share: which progresses, and why.
struct ControlOptions: ParsableArguments {
    @Argument(help: "Names or ids.", completion: .progress)
    var ids: [String] = []

    @Option(help: ArgumentHelp("All roots with this label that have not ended; repeatable.", valueName: "key=value"))
    var label: [String] = []

    @Option(help: ArgumentHelp("Workers and readers see it.", valueName: "text"))
    var reason: String?

    @Flag(name: .shortAndLong, help: "Do not ask, not even on a terminal.")
    var yes = false

    @OptionGroup var service: ServiceOptions

    func validate() throws {
        if ids.isEmpty == label.isEmpty { throw ValidationError("Name what is meant: ids, or --label.") }
        _ = try Labels.pairs(label)
    }

    /// `cancel`, `pause` or `resume` of a service; takes an id and a reason.
    typealias Call = (ProgressService) -> (String, String?) async throws(ServiceError) -> ProgressSnapshot

    /// Makes the call for each and prints a line for it. Continues after a refusal, and throws the last one at the end;
    /// those before it are printed.
    ///
    /// - Parameter asks: whether more than one has to be confirmed, if there is a terminal to ask at.
    func apply(_ verb: String, _ call: Call, asks: Bool = false) async throws {
        let client = try CommandClient(service)
        let targets = try await targets(client)
        if asks, !yes, targets.count > 1, Terminal.canAsk {
            let names = targets.map(\.name).joined(separator: ", ")
            guard Terminal.agrees(to: "\(verb) \(targets.count) progresses (\(names))?") else {
                throw UserError("nothing was changed", .failed)
            }
        }
        var first: UserError?
        for target in targets {
            do {
                let snapshot = try await client.ask { try await call($0)(target.id, reason) }
                Console.say(EventLine.text([snapshot.shownName], TextLine(snapshot, depth: 0)))
            } catch let userError as UserError {
                if let first { Console.complain(first.line) }
                first = userError
            }
        }
        if let first { throw first }
    }

    private func targets(_ client: CommandClient) async throws -> [(id: String, name: String)] {
        if !ids.isEmpty { return ids.map { ($0, $0) } }
        var found: [(id: String, name: String)] = []
        try await client.roots(RootQuery(states: ProgressState.allCases.filter { !$0.hasEnded }), labels: label) {
            item in
            found.append((item.snapshot.id, item.snapshot.shownName))
            return true
        }
        if found.isEmpty { throw UserError("no root with \(label.joined(separator: " and ")) works", .notFound) }
        return found
    }
}
