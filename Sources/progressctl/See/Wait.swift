import ArgumentParser
import ProgressClient
import ProgressTerminal

struct Wait: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Wait until work has ended, and end as it did.",
        discussion: HelpText.text(
            """
            It ends as soon as one has failed or was cancelled, without waiting for the others. Each one that has ended
            is printed on a line. A broken connection is made again.

            EXAMPLES
              progressctl wait import && echo imported
              progressctl wait build test lint --timeout 20m
              progressctl wait build --create-timeout 5m

            Exit status: 0 all have finished; 1 one has failed, or was removed before its end, or the output could not be
            written; 130 one was cancelled; 124 the time is up; 64 the command line cannot be read; 66 no such progress;
            69 the service cannot be reached, or is too busy; 77 the token is missing or allows too little.
            """,
            end: nil
        )
    )

    @Argument(help: "Names or ids, at most 50.", completion: .progress)
    var ids: [String]

    @Option(help: ArgumentHelp("The longest wait: seconds, or a duration like 90s, 5m, 2h.", valueName: "time"))
    var timeout: TimeSpan?

    @Option(
        help: ArgumentHelp(
            "How long to wait for what has not been created yet; not at all if left out.",
            valueName: "time"
        )
    )
    var createTimeout: TimeSpan?

    @Flag(name: .shortAndLong, help: "Print nothing.")
    var quiet = false

    @OptionGroup var service: ServiceOptions

    func run() async throws {
        let client = try CommandClient(service)
        let terminal = Terminal.output.hasTaskbar ? Terminal.output : Terminal.error
        let taskbar = terminal.hasTaskbar ? WaitTaskbar(terminal) : nil
        if taskbar != nil { TerminalRestorer.arm(terminal) }
        defer { TerminalRestorer.restore() }
        let status = try await withThrowingTaskGroup(of: ExitStatus.self) { group in
            defer { group.cancelAll() }
            group.addTask { try await client.ask { _ in try await wait(client) } }
            if let timeout {
                group.addTask {
                    try await Task.sleep(for: timeout.duration)
                    return .timeout
                }
            }
            if let taskbar {
                let events = client.watchedEvents(of: EventSelection(references: ids), OutageNotice(), warns: false)
                group.addTask {
                    try await taskbar.follow(events)
                    return .success
                }
                group.addTask {
                    try await taskbar.keepAlive()
                    return .success
                }
            }
            return try await group.next() ?? .success
        }
        if status == .timeout { Console.complain("not ended within \(timeout?.text ?? "the time")") }
        if status != .success { throw ExitCode(status.rawValue) }
    }

    private func wait(_ client: CommandClient) async throws -> ExitStatus {
        let outage = OutageNotice()
        let createDeadline = createTimeout.map { ContinuousClock.now + $0.duration }
        return try await withThrowingTaskGroup(of: EndWait.Outcome.self) { group in
            defer { group.cancelAll() }
            for id in Set(ids) {
                group.addTask {
                    var wait = EndWait(id, client, outage, createDeadline: createDeadline)
                    return try await wait.outcome()
                }
            }
            for try await outcome in group {
                switch outcome {
                case .ended(let snapshot):
                    if snapshot.state.hasEnded { say(snapshot) }
                    if snapshot.state == .failed { return .failed }
                    if snapshot.state == .cancelled { return .cancelled }
                case .lost(let snapshot):
                    Console.complain("\(snapshot.shownName) was removed before its end")
                    return .failed
                }
            }
            return .success
        }
    }

    private func say(_ snapshot: ProgressSnapshot) {
        if !quiet { Console.say(EventLine.text([snapshot.shownName], TextLine(snapshot, depth: 0))) }
    }
}
