/// The items of a list that come first in an order, found in one pass that keeps no more of them than a page needs.
struct FirstPlaces {
    private let order: ListOrder
    private let most: Int
    /// A heap: the one that comes last is on top.
    private var heap: [ListPlace] = []

    init(_ order: ListOrder, most: Int) {
        self.order = order
        self.most = most
    }

    /// The places in their order.
    var sorted: [ListPlace] { heap.sorted { order.puts($0, before: $1) } }

    /// Cost: O(log most).
    mutating func insert(_ place: ListPlace) {
        if heap.count < most {
            heap.append(place)
            rise(from: heap.count - 1)
        } else if order.puts(place, before: heap[0]) {
            heap[0] = place
            sink()
        }
    }

    private mutating func rise(from position: Int) {
        var position = position
        while position > 0 {
            let above = (position - 1) / 2
            if !order.puts(heap[above], before: heap[position]) { return }
            heap.swapAt(above, position)
            position = above
        }
    }

    private mutating func sink() {
        var position = 0
        while true {
            var last = position
            for below in [2 * position + 1, 2 * position + 2] where below < heap.count {
                if order.puts(heap[last], before: heap[below]) { last = below }
            }
            if last == position { return }
            heap.swapAt(position, last)
            position = last
        }
    }
}
