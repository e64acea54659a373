package import ProgressCore

/// Grants and claims in the order in which they were made, so that a page of them costs by its length. Inside the gate only.
struct RightOrder {
    /// Ascending where `isSorted`. Entries of rights that have ended, and duplicates, stay until there are many.
    private var places: [RightPlace] = []
    private var isSorted = true
    private var sweepCount = 1_024

    /// - Complexity: O(1) on average.
    mutating func insert(_ place: RightPlace, isHeld: (ProgressID) -> Bool) {
        if let last = places.last, !(last < place) { isSorted = false }
        places.append(place)
        guard places.count > sweepCount else { return }
        sort()
        var kept: [RightPlace] = []
        for place in places where kept.last != place && isHeld(place.id) { kept.append(place) }
        places = kept
        sweepCount = 2 * places.count + 1_024
    }

    /// Costs O(length) if the places are nearly sorted, as after a group of changes; others are sorted only at the
    /// start.
    mutating func sort() {
        if !isSorted { places.sort() }
        isSorted = true
    }

    /// The places before `end`, newest first; all of them without. Some may be gone, or come twice in a row.
    mutating func before(_ end: RightPlace?) -> ReversedCollection<ArraySlice<RightPlace>> {
        sort()
        guard let end else { return places[...].reversed() }
        var (low, high) = (0, places.count)
        while low < high {
            let middle = (low + high) / 2
            if places[middle] < end { low = middle + 1 } else { high = middle }
        }
        return places[..<low].reversed()
    }
}

/// A place in a list of rights.
package struct RightPlace: Comparable, Sendable {
    /// Milliseconds since 1970; 0 where it is not known.
    package let createdAt: Int64
    package let id: ProgressID

    package init(createdAt: Int64, id: ProgressID) {
        self.createdAt = createdAt
        self.id = id
    }

    package static func < (one: RightPlace, other: RightPlace) -> Bool {
        (one.createdAt, one.id.high, one.id.low) < (other.createdAt, other.id.high, other.id.low)
    }
}
