import ArgumentParser
import FoundationEssentials
import ProgressClient
import ProgressTerminal

struct Grants: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "List who was given access, newest first, or end it.",
        discussion: HelpText.text(
            """
            Grants, and the rights of claimed reservations; no token is shown. A terminal gets columns, a pipe tab-separated
            fields: id, kind, role, progress, when it was made, when it expires, by whom. It takes an operator's token.

            EXAMPLES
              progressctl grants
              progressctl grants import
              progressctl grants --reservations
              progressctl grants --revoke 0b54e1c2-6a0f-4f7e-8d1c-2f9a7c3b5e60
            """
        )
    )

    @Argument(help: "Name or id: only what opens this progress.", completion: .progress)
    var id: String?

    @Option(
        help: ArgumentHelp(
            "End this right with all that came of it, or this reservation; repeatable.",
            valueName: "id"
        )
    )
    var revoke: [String] = []

    @Flag(help: "Unclaimed reservations, instead.")
    var reservations = false

    @Flag(help: "A JSON object a line.")
    var json = false

    @OptionGroup var service: ServiceOptions

    func validate() throws {
        if !revoke.isEmpty && (id != nil || reservations || json) {
            throw ValidationError("--revoke takes ids, and nothing else.")
        }
        if id != nil && reservations { throw ValidationError("--reservations lists those of all progresses.") }
    }

    func run() async throws {
        let client = try CommandClient(service)
        if revoke.isEmpty { return try await list(client) }
        for id in revoke { try await client.ask { try await $0.revoke(id) } }
    }

    private func list(_ client: CommandClient) async throws {
        var rows: [[String]] = []
        var cursor: String?
        repeat {
            let (data, page) = try await client.ask { [cursor] service in
                let data = try await service.rightsData(reservations: reservations, of: id, after: cursor)
                return (data, try ServiceCoding.decode(RightPage.self, from: data))
            }
            for (bytes, right) in zip(RawItems.split(data), page.items) {
                if json { Terminal.output.write(json: bytes + [UInt8(ascii: "\n")]) } else { rows.append(right.fields) }
            }
            cursor = page.nextCursor
        } while cursor != nil && !Console.hasLostData
        for line in Terminal.output.isCapable ? Self.columns(rows) : rows.map({ $0.joined(separator: "\t") }) {
            Console.say(line)
        }
    }

    /// Pads every column but the last to its widest text.
    private static func columns(_ rows: [[String]]) -> [String] {
        var widths: [Int] = []
        for row in rows {
            for (place, text) in row.enumerated() {
                if place == widths.count { widths.append(0) }
                widths[place] = max(widths[place], text.count)
            }
        }
        return rows.map { row in
            let cells = zip(row, widths).map { text, width in text + String(repeating: " ", count: width - text.count) }
            return (cells.dropLast() + row.suffix(1)).joined(separator: "  ")
        }
    }
}
