/// The contents of an array or an object, shared by copies of it.
///
/// `@unchecked Sendable`: 1. `JSONArray` and `JSONObject` mutate a storage only while nothing else refers to it;
/// 2. `deinit` takes the contents only of nested storages that nothing else refers to.
final class JSONStorage: @unchecked Sendable {
    var contents: JSONContents

    init(_ contents: JSONContents) { self.contents = contents }

    /// Empties nested storages one after the other: the usual release recurses as deep as they are nested.
    deinit {
        var pending: [JSONStorage] = []
        surrender(to: &pending)
        while var storage = pending.popLast() {
            if isKnownUniquelyReferenced(&storage) { storage.surrender(to: &pending) }
        }
    }

    /// Releases the values; `pending` keeps the containers among them alive.
    private func surrender(to pending: inout [JSONStorage]) {
        for value in contents.values {
            if let storage = value.storage { pending.append(storage) }
        }
        contents.values = []
    }
}
