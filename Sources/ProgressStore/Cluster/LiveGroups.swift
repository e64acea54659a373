import ProgressLog
import ProgressRecords

/// Groups in the order of the log: the newest record of each key counts, unless it is a removal.
///
/// A group whose records are all replaced is released at once, so that the memory follows the living records, not the
/// length of the log.
struct LiveGroups {
    private struct Place {
        let firstOrdinal: Int
        var livingCount = 0
        /// nil once nothing in it counts.
        var group: OpenedGroup?
    }

    private var places: [Place] = []
    private var keys = KeyTable()
    private var isLiving: [UInt64] = []
    private var ordinal = 0
    /// The number of records that count.
    private(set) var count = 0

    /// - Throws: `.damaged`.
    mutating func add(_ group: OpenedGroup) throws(LogFailure) {
        let place = places.count
        places.append(Place(firstOrdinal: ordinal, group: group))
        try group.forEachRecord { header, _ in
            if ordinal >> 6 == isLiving.count { isLiving.append(0) }
            if let previous = keys.replace(kind: header.kind, id: header.id, ordinal: ordinal) { end(previous) }
            if !header.isRemoval {
                isLiving[ordinal >> 6] |= 1 << UInt64(ordinal & 63)
                places[place].livingCount += 1
                count += 1
            }
            ordinal += 1
        }
        if places[place].livingCount == 0 { places[place].group = nil }
    }

    private mutating func end(_ ordinal: Int) {
        guard counts(ordinal) else { return }
        isLiving[ordinal >> 6] &= ~(1 << UInt64(ordinal & 63))
        count -= 1
        let place = place(of: ordinal)
        places[place].livingCount -= 1
        if places[place].livingCount == 0, place < places.count - 1 { places[place].group = nil }
    }

    private func counts(_ ordinal: Int) -> Bool { isLiving[ordinal >> 6] & 1 << UInt64(ordinal & 63) != 0 }

    private func place(of ordinal: Int) -> Int {
        var (low, high) = (0, places.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if places[middle].firstOrdinal <= ordinal { low = middle } else { high = middle }
        }
        return low
    }

    /// Calls `body` for every record that counts, in the order of the log.
    /// - Throws: `.damaged`, also for what `body` cannot read.
    func forEachRecord(_ body: (StoredRecord) throws(UnreadableRecord) -> Void) throws(LogFailure) {
        for place in places {
            guard let group = place.group else { continue }
            var ordinal = place.firstOrdinal
            try group.forEachRecord { _, record throws(UnreadableRecord) in
                defer { ordinal += 1 }
                if counts(ordinal) { try body(record) }
            }
        }
    }
}
