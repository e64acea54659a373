import ProgressCore

/// The members of a JSON object, in order, with unique keys; keys are equal if their code points are.
///
/// Lookup searches up to 8 members, and hashes (with a seed of the process) beyond.
package struct JSONObject: Equatable, Sendable {
    package typealias Member = (key: String, value: JSONValue)

    /// Nil when empty.
    private(set) var storage: JSONStorage?

    package init() {}

    init(filled contents: JSONContents) {
        if !contents.values.isEmpty { storage = JSONStorage(contents) }
    }

    /// The value under `key`; setting nil removes the member (O(n)), setting a new one appends it.
    package subscript(key: String) -> JSONValue? {
        get {
            guard let storage, let position = storage.contents.position(of: JSONKey(text: key)) else { return nil }
            return storage.contents.values[position]
        }
        set {
            guard let newValue else {
                if self[key] != nil { self = filter { !$0.key.hasSameBytes(as: key) } }
                return
            }
            if !isKnownUniquelyReferenced(&storage) { storage = JSONStorage(storage?.contents ?? JSONContents()) }
            storage?.contents.set(newValue, under: JSONKey(text: key))
        }
    }

    /// The value under a constant name.
    package subscript(key: StaticString) -> JSONValue? { self[key.description] }

    /// The members for which `isIncluded` is true, in their order.
    package func filter(_ isIncluded: (Member) -> Bool) -> JSONObject {
        let kept = indices.filter { isIncluded(self[$0]) }
        guard let storage, kept.count < count else { return self }
        let contents = storage.contents
        return JSONObject(
            filled: JSONContents(keys: kept.map { contents.keys[$0] }, values: kept.map { contents.values[$0] })
        )
    }

    package static func == (lhs: JSONObject, rhs: JSONObject) -> Bool { JSONValue.object(lhs) == .object(rhs) }
}

extension JSONObject: RandomAccessCollection {
    package var startIndex: Int { 0 }
    package var endIndex: Int { storage?.contents.values.count ?? 0 }

    package subscript(position: Int) -> Member {
        guard let storage else { preconditionFailure("An empty JSON object has no member \(position).") }
        return (storage.contents.keys[position].text, storage.contents.values[position])
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    /// If keys are equal, the last one wins.
    package init(dictionaryLiteral elements: (String, JSONValue)...) {
        for (key, value) in elements { self[key] = value }
    }
}
