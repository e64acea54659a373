/// Turns of the bodies that are made while they are sent: all of them together get one slice of each turn of the loop.
struct ContentTurns<Waiting> {
    /// Nanoseconds.
    static var slice: UInt64 { 1_000_000 }

    /// The longest waiting first.
    private var waiting: [Waiting] = []
    /// 0: no body has asked in this turn.
    private var sliceEnd: UInt64 = 0

    var isEmpty: Bool { waiting.isEmpty }

    mutating func beginTurn() { sliceEnd = 0 }

    /// The slice begins with the first question.
    mutating func isSliceOver(now: UInt64) -> Bool {
        if sliceEnd == 0 { sliceEnd = now + Self.slice }
        return now >= sliceEnd
    }

    mutating func wait(_ content: Waiting) { waiting.append(content) }

    /// The one that has waited longest; it waits no longer.
    mutating func next() -> Waiting? { waiting.isEmpty ? nil : waiting.removeFirst() }
}
