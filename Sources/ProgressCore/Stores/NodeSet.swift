/// Places of nodes, one bit each. Memory is taken by parts of 4,096 places, so that a few neighbours cost little.
package struct NodeSet: Sendable {
    /// Empty parts hold nothing.
    private var parts: [[UInt64]] = []

    private static let wordsInPart = 64
    private static let bitsInPart = wordsInPart * 64

    package init() {}

    package func contains(_ place: NodeIndex) -> Bool {
        guard place != .none else { return false }
        let (part, word, bit) = Self.position(of: place)
        guard part < parts.count, !parts[part].isEmpty else { return false }
        return parts[part][word] & bit != 0
    }

    /// Cost: O(1), and O(the highest place / 4,096) once.
    package mutating func insert(_ place: NodeIndex) {
        if place == .none { return }
        let (part, word, bit) = Self.position(of: place)
        while parts.count <= part { parts.append([]) }
        if parts[part].isEmpty { parts[part] = Array(repeating: 0, count: Self.wordsInPart) }
        parts[part][word] |= bit
    }

    package mutating func remove(_ place: NodeIndex) {
        guard contains(place) else { return }
        let (part, word, bit) = Self.position(of: place)
        parts[part][word] &= ~bit
    }

    /// Memory that it takes, in bytes.
    package var byteCount: Int {
        parts.reduce(parts.capacity * 8) { $0 + ($1.isEmpty ? 0 : Self.wordsInPart * 8 + 32) }
    }

    private static func position(of place: NodeIndex) -> (part: Int, word: Int, bit: UInt64) {
        let number = Int(place.rawValue)
        let rest = number % bitsInPart
        return (number / bitsInPart, rest / 64, 1 << UInt64(rest % 64))
    }
}
