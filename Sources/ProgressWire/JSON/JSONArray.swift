/// The elements of a JSON array. Reads like an array; no depth of nesting harms the stack.
package struct JSONArray: Equatable, Sendable {
    /// Nil when empty.
    private(set) var storage: JSONStorage?

    package init() {}

    package init(_ elements: some Sequence<JSONValue>) {
        self.init(filled: JSONContents(values: Array(elements)))
    }

    init(filled contents: JSONContents) {
        if !contents.values.isEmpty { storage = JSONStorage(contents) }
    }

    package mutating func append(_ value: JSONValue) {
        if !isKnownUniquelyReferenced(&storage) { storage = JSONStorage(storage?.contents ?? JSONContents()) }
        storage?.contents.values.append(value)
    }

    package static func == (lhs: JSONArray, rhs: JSONArray) -> Bool { JSONValue.array(lhs) == .array(rhs) }
}

extension JSONArray: RandomAccessCollection {
    package var startIndex: Int { 0 }
    package var endIndex: Int { storage?.contents.values.count ?? 0 }

    package subscript(position: Int) -> JSONValue {
        guard let storage else { preconditionFailure("An empty JSON array has no element \(position).") }
        return storage.contents.values[position]
    }
}

extension JSONArray: ExpressibleByArrayLiteral {
    package init(arrayLiteral elements: JSONValue...) { self.init(elements) }
}
