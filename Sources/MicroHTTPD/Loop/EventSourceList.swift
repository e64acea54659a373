/// A list without order: an item knows its place, so removing one is O(1).
///
/// An item is in one list at most.
struct EventSourceList<Item: EventSource> {
    private(set) var items: [Item] = []

    var count: Int { items.count }
    var isEmpty: Bool { items.isEmpty }
    var last: Item? { items.last }

    subscript(index: Int) -> Item { items[index] }

    mutating func append(_ item: Item) {
        item.index = items.count
        items.append(item)
    }

    /// The last item takes its place.
    mutating func remove(_ item: Item) {
        let last = items.removeLast()
        guard last !== item else { return }
        items[item.index] = last
        last.index = item.index
    }
}
