import ProgressCore
import TestSupport
import Testing

@testable import ProgressHTTP

struct FirstPlacesTests {
    @Test(arguments: ListOrder.allCases, [1, 2, 7, 100])
    func `what comes first is what sorting finds`(order: ListOrder, most: Int) {
        var generator = SeededGenerator(seed: UInt64(most))
        let all = (0..<60).map { number in
            let value = generator.number(below: 8)
            return ListPlace(
                value: value == 0 ? nil : order == .name ? .text("n\(value)") : .number(Double(value)),
                id: ProgressID(high: UInt64(generator.number(below: 3)), low: UInt64(number))
            )
        }
        var first = FirstPlaces(order, most: most)

        for place in all.shuffled(using: &generator) { first.insert(place) }

        #expect(first.sorted == Array(all.sorted { order.puts($0, before: $1) }.prefix(most)))
    }

    @Test func `an order puts values first, then what has none, and equal ones by id`() {
        func place(_ value: Double?, _ id: UInt64) -> ListPlace {
            ListPlace(value: value.map { .number($0) }, id: ProgressID(high: 0, low: id))
        }
        let all = [place(nil, 1), place(2, 3), place(1, 9), place(2, 2), place(nil, 0)]

        let ascending = all.sorted { ListOrder.remaining.puts($0, before: $1) }.map(\.id.low)
        let descending = all.sorted { ListOrder.longest.puts($0, before: $1) }.map(\.id.low)

        #expect(ascending == [9, 2, 3, 0, 1])
        #expect(descending == [2, 3, 9, 0, 1])
    }
}
