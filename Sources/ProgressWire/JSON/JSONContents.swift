/// The inside of an array or an object: values in order and, for an object, their keys.
struct JSONContents: Sendable {
    private(set) var keys: [JSONKey] = []
    var values: [JSONValue] = []
    /// The position of each key; filled from nine members on, because a search among fewer is faster.
    private var positions: [JSONKey: Int] = [:]

    private static let searchLimit = 8

    init() {}

    init(values: [JSONValue]) { self.values = values }

    /// The keys must be unique.
    init(keys: [JSONKey], values: [JSONValue]) {
        self.keys = keys
        self.values = values
        if keys.count > Self.searchLimit { buildPositions() }
    }

    func position(of key: JSONKey) -> Int? {
        keys.count > Self.searchLimit ? positions[key] : keys.firstIndex { $0 == key }
    }

    /// Adds a member whose value comes later (null until then); false, with no change, if the key is taken.
    mutating func open(_ key: JSONKey) -> Bool {
        if keys.count > Self.searchLimit {
            if let position = positions.updateValue(keys.count, forKey: key) {
                positions[key] = position
                return false
            }
        } else if keys.contains(where: { $0 == key }) {
            return false
        }
        if keys.isEmpty {
            keys.reserveCapacity(Self.searchLimit)
            values.reserveCapacity(Self.searchLimit)
        }
        keys.append(key)
        values.append(.null)
        if keys.count == Self.searchLimit + 1 { buildPositions() }
        return true
    }

    /// Replaces the value under `key`, or adds a member.
    mutating func set(_ value: JSONValue, under key: JSONKey) {
        let position = position(of: key)
        if position == nil { _ = open(key) }
        values[position ?? values.count - 1] = value
    }

    private mutating func buildPositions() {
        positions.reserveCapacity(2 * keys.count)
        for (position, key) in keys.enumerated() { positions[key] = position }
    }
}
