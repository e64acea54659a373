import ArgumentParser
import ProgressClient
import ProgressTerminal

struct Tree: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Draw progress and what is below it, once.",
        discussion: HelpText.text(
            """
            EXAMPLES
              progressctl tree
              progressctl tree import
              progressctl tree import --json | jq '.children[].state'
            """
        )
    )

    @Argument(help: "Names or ids, at most 50; every root if left out.", completion: .progress)
    var ids: [String] = []

    @Flag(help: "The JSON of the service, as it is, one tree a line; needs ids.")
    var json = false

    @OptionGroup var service: ServiceOptions

    func validate() throws {
        if json && ids.isEmpty { throw ValidationError("--json needs ids.") }
    }

    func run() async throws {
        let client = try CommandClient(service)
        if json {
            for id in ids {
                Terminal.output.write(
                    json: try await client.ask { try ProgressDocument.checked(await $0.treeData(of: id)) }
                )
            }
            return
        }
        let copy: TreeCopy<ProgressSnapshot> = try await client.ask { _ in try await read(client) }
        var lines: [TextLine] = []
        copy.walk { snapshot, depth in lines.append(TextLine(snapshot, depth: depth)) }
        Terminal.output.draw(lines)
    }

    private func read(_ client: CommandClient) async throws -> TreeCopy<ProgressSnapshot> {
        var copy = TreeCopy<ProgressSnapshot>()
        let selection = EventSelection(references: ids, descendants: true)
        for try await event in client.watchedEvents(of: selection, OutageNotice()) {
            if let snapshot = event.snapshot { copy.insert(snapshot, id: snapshot.id, parent: snapshot.parentID) }
            if case .synced = event { break }
        }
        return copy
    }
}
