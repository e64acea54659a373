extension Reactor {
    /// How long the daemon may go on asking to be run at once before somebody is looked for, and how long a body may
    /// stand still then; nanoseconds.
    private static let restlessness: UInt64 = 1_000_000_000

    /// libmicrohttpd 0.9.75 asks to be run again at once, for ever, when the line with a chunk's size outgrows what
    /// the head has left of its memory: it cannot read on, and does not say so. Whoever sends such a line is cut off.
    func daemonWasAsked(wantsRun: Bool) {
        guard wantsRun else {
            restlessSince = nil
            return
        }
        guard let since = restlessSince else {
            restlessSince = now
            return
        }
        guard now - since >= Self.restlessness else { return }
        restlessSince = now
        for connection in connections where connection.standsStillInChunks(for: Self.restlessness) {
            connection.cutOff()
        }
    }
}
