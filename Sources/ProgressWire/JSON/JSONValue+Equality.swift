extension JSONValue: Equatable {
    package static func == (lhs: JSONValue, rhs: JSONValue) -> Bool {
        var pending: [(JSONStorage, JSONStorage)] = []
        guard isEqual(lhs, rhs, later: &pending) else { return false }
        while let (leftStorage, rightStorage) = pending.popLast() {
            let (left, right) = (leftStorage.contents, rightStorage.contents)
            for position in left.values.indices {
                guard let counterpart = counterpart(of: position, of: left, in: right),
                    isEqual(left.values[position], right.values[counterpart], later: &pending)
                else { return false }
            }
        }
        return true
    }

    /// Compares all but what is inside containers; that is put on `pending`.
    private static func isEqual(
        _ lhs: JSONValue,
        _ rhs: JSONValue,
        later pending: inout [(JSONStorage, JSONStorage)]
    ) -> Bool {
        switch (lhs, rhs) {
        case (.null, .null): return true
        case (.bool(let left), .bool(let right)): return left == right
        case (.number(let left), .number(let right)): return left == right
        case (.string(let left), .string(let right)): return left.hasSameBytes(as: right)
        case (.array(let left), .array(let right)):
            guard left.count == right.count else { return false }
        case (.object(let left), .object(let right)):
            guard left.count == right.count else { return false }
        default: return false
        }
        if let left = lhs.storage, let right = rhs.storage, left !== right { pending.append((left, right)) }
        return true
    }

    /// Where in `right` the value stands that `position` in `left` is to be compared with.
    private static func counterpart(of position: Int, of left: JSONContents, in right: JSONContents) -> Int? {
        guard !left.keys.isEmpty else { return position }
        let key = left.keys[position]
        return right.keys[position] == key ? position : right.position(of: key)
    }
}
