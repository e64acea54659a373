import ProgressCore

/// The order of the items of a list.
enum ListOrder: String, CaseIterable, Sendable {
    case newestFirst = "-createdAt"
    case oldestFirst = "createdAt"
    case name
    case nameBackward = "-name"
    case updatedLast = "-updatedAt"
    case remaining
    case longest = "-duration"

    private var isDescending: Bool { rawValue.utf8.first == UInt8(ascii: "-") }

    /// The value by which a node is sorted; nil if it has no such value.
    func value(of index: NodeIndex, in forest: borrowing Forest) -> ListValue? {
        switch self {
        case .newestFirst, .oldestFirst:
            // Roots of the same millisecond have an order, too.
            if forest.parent(of: index) == nil { return .number(Double(forest.ordinal(of: index))) }
            return .number(Double(forest.snapshot(of: index).createdAt))
        case .name, .nameBackward: return forest.details(of: index)?.details.name.map { .text($0) }
        case .updatedLast: return .number(Double(forest.updatedAt(of: index)))
        case .remaining: return forest.snapshot(of: index).speed.timeRemaining.map { .number($0) }
        case .longest:
            let snapshot = forest.snapshot(of: index)
            return snapshot.endedAt.map { .number(Double($0 - snapshot.createdAt)) }
        }
    }

    /// The value in a cursor.
    func value(in text: Substring) -> ListValue? {
        switch self {
        case .name, .nameBackward: .text(String(text))
        default: Double(text).flatMap { $0.isFinite ? .number($0) : nil }
        }
    }

    /// Whether one item comes before another. Items without a value come last.
    func puts(_ one: ListPlace, before other: ListPlace) -> Bool {
        switch (one.value, other.value) {
        case (let value?, let otherValue?) where value != otherValue: (value < otherValue) != isDescending
        case (.some, nil): true
        case (nil, .some): false
        default: (one.id.high, one.id.low) < (other.id.high, other.id.low)
        }
    }
}

/// The value by which an item is sorted.
enum ListValue: Comparable, Sendable {
    case number(Double)
    case text(String)

    var text: String {
        switch self {
        case .number(let number): "\(number)"
        case .text(let text): text
        }
    }
}

/// The place of an item in a sorted list.
struct ListPlace: Equatable, Sendable {
    let value: ListValue?
    let id: ProgressID
}
