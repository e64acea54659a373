import ProgressClient

/// A tree that is redrawn on a terminal until what it shows has ended.
struct TreeWatch {
    private let gateway: Gateway
    private let terminal: Terminal
    /// Between two pictures; longer where a large tree takes long to draw.
    private static let interval = Duration.milliseconds(100)

    init(_ gateway: Gateway, _ terminal: Terminal) {
        self.gateway = gateway
        self.terminal = terminal
    }

    /// - Throws: `Complaint`, when the events end with an error.
    func run(_ events: ProgressEvents, _ outage: Outage, _ outcome: Outcome) async throws -> Outcome {
        if terminal.hasTaskbar { TerminalRestorer.arm(terminal) }
        TerminalRestorer.silence(terminal)
        defer { TerminalRestorer.restore() }
        let board = Board(outcome)
        let reading = Task { await board.read(events, outage) }
        defer { reading.cancel() }
        var picture = TreePicture(terminal, address: gateway.address)
        while !board.hasEnded {
            let spent = ContinuousClock().measure {
                picture.draw(board.content, isInterrupted: outage.isOngoing)
            }
            try await Task.sleep(for: max(Self.interval, spent * 4))
        }
        let content = board.content
        if let error = content.error { throw gateway.complaint(error) }
        picture.drawLast(content)
        return content.outcome
    }
}
