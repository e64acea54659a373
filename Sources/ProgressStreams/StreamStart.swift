/// The first events of a stream: `reset`, then a `removed` for each name that no node has.
struct StreamStart: Sendable {
    private(set) var owesReset = false
    private var unknownNames: [String] = []
    private var nameStamp: UInt64 = 0

    init() {}

    init(_ opening: Opening) {
        owesReset = opening.owesReset
        unknownNames = opening.unknownNames
        // The registry remembers as of `began` that this reader knows about all names.
        nameStamp = min(opening.stamp, opening.began)
    }

    var isEmpty: Bool { !owesReset && unknownNames.isEmpty }

    /// Promises stay below this stamp; nil means no limit.
    var oldestStamp: UInt64? { unknownNames.isEmpty ? nil : nameStamp }

    mutating func next() -> StreamEvent? {
        if owesReset {
            owesReset = false
            return .reset
        }
        return unknownNames.popLast().map { .unknown($0) }
    }
}
