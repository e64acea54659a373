import ArgumentParser
import ProgressClient

struct Watch: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Watch progress: a tree on a terminal, a line for each change on a pipe.",
        discussion: HelpText.text(
            """
            With ids it ends when all of them and what is below them have ended, else it watches every root until it is
            interrupted. That stops the watching, never the work. A connection that breaks is made again.

            EXAMPLES
              progressctl watch
              progressctl watch import backup
              progressctl watch --label job=4711 --json | jq -r .progress.state
              progressctl watch build --exit-status && ./deploy

            Exit status: 0 all have ended; 1 the output could not be written; 64 the command line cannot be read; 66 no
            such progress; 69 the service cannot be reached, or is too busy; 77 the token is missing or allows too little.
            With --exit-status as `wait`.
            """,
            end: nil
        )
    )

    @Argument(help: "Names or ids, at most 50; every root if left out.", completion: .progress)
    var ids: [String] = []

    @Option(
        help: ArgumentHelp(
            "Roots with this name, or one that begins with what is before *; repeatable.",
            valueName: "name"
        )
    )
    var name: [String] = []

    @Option(help: Labels.filterHelp)
    var label: [String] = []

    @Flag(help: "Without what is below.")
    var flat = false

    @Flag(help: "A JSON object for each event, a line each: event, progress, and id or reason.")
    var json = false

    @Option(help: ArgumentHelp("Changes a second and progress, at most (1 for lines).", valueName: "n"))
    var rate: Double?

    @Flag(help: "End with the status that `wait` would have.")
    var exitStatus = false

    @OptionGroup var service: ServiceOptions

    func validate() throws {
        if !ids.isEmpty && !label.isEmpty { throw ValidationError("Ids and --label exclude each other.") }
        if !ids.isEmpty && !name.isEmpty { throw ValidationError("Ids and --name exclude each other.") }
        if let rate, rate <= 0 { throw ValidationError("--rate is more than 0.") }
        _ = try Labels.filters(label)
    }

    func run() async throws {
        let client = try CommandClient(service)
        let isDrawn = !json && Terminal.output.isCapable
        let selection = EventSelection(
            references: ids,
            names: name,
            labelFilters: try Labels.filters(label),
            descendants: !flat,
            maxRate: rate ?? (isDrawn || json ? nil : 1)
        )
        var outcome = WatchOutcome(hasDescendants: !flat)
        let outage = OutageNotice()
        let events = client.watchedEvents(of: selection, outage, warns: !isDrawn)
        if isDrawn {
            outcome = try await TreeWatch(client, Terminal.output).run(events, outage, outcome)
        } else if json {
            outcome = try await client.ask { _ in try await EventWatch.json(events, outage, outcome) }
        } else {
            outcome = try await client.ask { _ in try await EventWatch.lines(events, outage, outcome) }
        }
        if exitStatus, outcome.status != .success { throw ExitCode(outcome.status.rawValue) }
    }
}
