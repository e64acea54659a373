/// What an array or an object refers to.
///
/// `@unchecked Sendable`: 1. `JSONArray` and `JSONObject` mutate a storage only while nothing else refers to it;
/// 2. `deinit` takes from nested storages only what nothing else refers to.
final class JSONStorage: @unchecked Sendable {
    var contents: JSONContents

    init(_ contents: JSONContents) { self.contents = contents }

    /// Empties nested storages one after the other: releasing them the usual way takes a stack as deep as they are.
    deinit {
        var pending: [JSONStorage] = []
        surrender(to: &pending)
        while var storage = pending.popLast() {
            if isKnownUniquelyReferenced(&storage) { storage.surrender(to: &pending) }
        }
    }

    /// Lets go of the values; the containers among them are kept alive by `pending`.
    private func surrender(to pending: inout [JSONStorage]) {
        for value in contents.values {
            if let storage = value.storage { pending.append(storage) }
        }
        contents.values = []
    }
}
