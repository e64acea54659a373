/// A parsed JSON value.
///
/// Equal values have the same canonical text: members in any order, numbers by value, strings by code points. Whatever
/// walks a value loops: a client chooses how deep it is, and the stack is small.
package enum JSONValue: Equatable, Sendable {
    case null
    case bool(Bool)
    case number(JSONNumber)
    case string(String)
    case array(JSONArray)
    case object(JSONObject)

    package static func array(_ elements: [JSONValue]) -> JSONValue { .array(JSONArray(elements)) }

    package static func number(_ value: Int64) -> JSONValue { .number(JSONNumber(value)) }

    package static func == (lhs: JSONValue, rhs: JSONValue) -> Bool {
        CanonicalJSON.bytes(of: lhs) == CanonicalJSON.bytes(of: rhs)
    }

    package var isNull: Bool { if case .null = self { true } else { false } }

    /// The contents of an array or object; nil if it is empty.
    var storage: JSONStorage? {
        switch self {
        case .array(let elements): elements.storage
        case .object(let members): members.storage
        case .null, .bool, .number, .string: nil
        }
    }

    /// The number of arrays and objects around the deepest place; 0 for a scalar. O(size).
    package var depth: Int {
        var deepest = 0
        var pending = [(value: self, depth: 0)]
        while let (value, outside) = pending.popLast() {
            guard value.isContainer else { continue }
            deepest = max(deepest, outside + 1)
            guard let values = value.storage?.contents.values else { continue }
            for value in values where value.isContainer { pending.append((value, outside + 1)) }
        }
        return deepest
    }

    /// Whether its JSON has more than so many bytes; letters that need an escape count as they are. O(`byteCount`).
    package func isLonger(than byteCount: Int) -> Bool {
        var rest = byteCount - leastByteCount
        var pending = [self]
        while rest >= 0, let contents = pending.popLast()?.storage?.contents {
            for (position, value) in contents.values.enumerated() {
                rest -= value.leastByteCount + 1
                if position < contents.keys.count { rest -= contents.keys[position].text.utf8.count + 3 }
                if rest < 0 { return true }
                if value.isContainer { pending.append(value) }
            }
        }
        return rest < 0
    }

    /// For a container, without its contents.
    private var leastByteCount: Int {
        switch self {
        case .number: 1
        case .null, .bool: 4
        case .string(let text): text.utf8.count + 2
        case .array, .object: 1
        }
    }

    private var isContainer: Bool {
        switch self {
        case .array, .object: true
        case .null, .bool, .number, .string: false
        }
    }
}
