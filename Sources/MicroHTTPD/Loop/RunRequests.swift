/// When libmicrohttpd has to be run without an event of its descriptor, and whether a connection keeps it busy for
/// nothing.
///
/// 0.9.75 asks to be run again at once, without end, when the line with a chunk's size outgrows what the head has left
/// of its memory: it cannot read on, and does not say so.
struct RunRequests {
    /// How long it may ask without a break before the connections are searched for the one that keeps it busy, and how
    /// long a chunked body may stand still then; nanoseconds.
    static let patience: UInt64 = 1_000_000_000

    private(set) var needsRun = false
    /// When it started asking to run again at once, without a break; nil: it does not ask.
    private var busySince: UInt64?

    mutating func request() { needsRun = true }

    /// - Returns: whether it has to be run; the demand is met then.
    mutating func take() -> Bool {
        defer { needsRun = false }
        return needsRun
    }

    /// - Parameter isBusy: it asks to be run at once.
    /// - Returns: whether to search for a connection that keeps it busy.
    mutating func wasAsked(isBusy: Bool, now: UInt64) -> Bool {
        guard isBusy, let since = busySince else {
            busySince = isBusy ? now : nil
            return false
        }
        guard now - since >= Self.patience else { return false }
        busySince = now
        return true
    }
}
