import ProgressClient

/// Redraws a tree on a terminal until the events end.
struct TreeWatch {
    private let client: CommandClient
    private let terminal: Terminal
    /// The time between two pictures; longer if a large tree takes long to draw.
    private static let interval = Duration.milliseconds(100)

    init(_ client: CommandClient, _ terminal: Terminal) {
        self.client = client
        self.terminal = terminal
    }

    /// - Throws: `UserError` if the events end with an error.
    func run(_ events: WatchedEvents, _ outage: OutageNotice, _ outcome: WatchOutcome) async throws -> WatchOutcome {
        if terminal.hasTaskbar { TerminalRestorer.arm(terminal) }
        TerminalRestorer.silence(terminal)
        defer { TerminalRestorer.restore() }
        let state = WatchState(outcome)
        let reading = Task { await state.read(events, outage) }
        defer { reading.cancel() }
        var picture = TreePicture(terminal, address: client.address)
        while !state.hasEnded {
            let spent = ContinuousClock().measure {
                picture.draw(state.content, isInterrupted: outage.isOngoing)
            }
            try await Task.sleep(for: max(Self.interval, spent * 4))
        }
        let content = state.content
        if let error = content.error { throw client.userError(error) }
        picture.drawLast(content)
        return content.outcome
    }
}
