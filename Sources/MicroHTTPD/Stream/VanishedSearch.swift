/// Decides which streams to look at, and when: each is looked at twice in the time that a silent peer is given.
///
/// A fraction of the streams is looked at each time, in turn.
struct VanishedSearch {
    private static let slices = 8

    private let interval: UInt64
    /// When to look next; `.max`: there are no streams.
    private(set) var due = UInt64.max
    private var position = 0

    /// - Parameter patience: how long a peer may acknowledge nothing, in nanoseconds.
    init(patience: UInt64) { interval = patience / UInt64(2 * Self.slices) }

    /// There is a stream to look at.
    mutating func begin(now: UInt64) {
        if due == .max { due = now + interval }
    }

    /// - Returns: how many of `count` streams to look at now.
    mutating func share(of count: Int, now: UInt64) -> Int {
        guard now >= due else { return 0 }
        due = count == 0 ? .max : now + interval
        return (count + Self.slices - 1) / Self.slices
    }

    /// The index of the one to look at.
    mutating func next(of count: Int) -> Int {
        if position >= count { position = 0 }
        return position
    }

    /// Passes over that one, which stays. One that ends leaves its place to the last.
    mutating func advance() { position += 1 }
}
