package import ProgressCore
package import ProgressStreams

/// The newest departures, for subscribers that reconnect and missed some.
package struct DepartureLog {
    /// The fewest departures that are kept; a reader that missed more starts over.
    static let capacity = 16_384

    private(set) var entries: [Changes.Departure] = []
    /// Departures up to this stamp are forgotten.
    package private(set) var forgottenStamp: UInt64 = 0
    private var toldUnknown: [String: UInt64] = [:]
    /// The names that went over since `forgottenStamp`, oldest first.
    private var takenNames: [Changes.NameMove] = []
    /// The nodes that gave a name up, living, since `forgottenStamp`: streams by that name stay with them until another
    /// node has it.
    private var releasedNames: [String: (id: ProgressID, stamp: UInt64)] = [:]
    /// The stamps of the removals among `entries`; by name the newest.
    private var removals: [ProgressID: UInt64] = [:]
    private var removalsOfNames: [String: (id: ProgressID, stamp: UInt64)] = [:]

    /// The bytes of clients' text in `entries`.
    private var textByteCount = 0
    private static let textByteLimit = 16 << 20

    /// - Parameter stamp: nothing is known of departures up to it.
    init(after stamp: UInt64 = 0) { forgottenStamp = stamp }

    mutating func append(_ departure: Changes.Departure) {
        if entries.count >= 2 * Self.capacity { forget(Self.capacity) }
        var departure = departure
        departure.last = nil
        departure.moments = []
        departure.details = departure.details?.forSelecting
        departure.newDetails = departure.newDetails?.forSelecting
        departure.rootDetails = departure.rootDetails?.forSelecting
        textByteCount += departure.textByteCount
        entries.append(departure)
        if departure.isRemoval {
            removals[departure.id] = departure.stamp
            if let name = departure.freedName {
                removalsOfNames[name] = (departure.id, departure.stamp)
                releasedNames[name] = nil
            }
        }
        if textByteCount > Self.textByteLimit { forget((entries.count + 1) / 2) }
    }

    mutating func append(_ move: Changes.NameMove) {
        if takenNames.count >= 2 * Self.capacity {
            let stamp = takenNames[Self.capacity - 1].stamp
            forget(entries.prefix { $0.stamp <= stamp }.count, upTo: stamp)
        }
        let released = releasedNames.removeValue(forKey: move.name)?.id
        if move.to == nil { releasedNames[move.name] = move.from.map { ($0, move.stamp) } }
        if let released, released != move.from { takenNames.append(move.leaving(released)) }
        takenNames.append(move)
    }

    private mutating func forget(_ count: Int) { forget(count, upTo: entries[count - 1].stamp) }

    private mutating func forget(_ count: Int, upTo stamp: UInt64) {
        forgottenStamp = max(forgottenStamp, stamp)
        takenNames.removeSubrange(..<(takenNames.firstIndex { $0.stamp > stamp } ?? takenNames.endIndex))
        releasedNames = releasedNames.filter { $0.value.stamp > stamp }
        for entry in entries.prefix(count) {
            textByteCount -= entry.textByteCount
            if removals[entry.id] == entry.stamp { removals[entry.id] = nil }
            if let name = entry.details?.details.name, removalsOfNames[name]?.stamp == entry.stamp {
                removalsOfNames[name] = nil
            }
        }
        entries.removeFirst(count)
    }

    /// Readers whose id is older should get a newer one soon: at least half of the kept entries have come since. 0
    /// while there is little.
    package var agingStamp: UInt64 {
        let isHeavy = textByteCount > Self.textByteLimit / 2
        let (oldEntries, oldNames) = (entries.count - Self.capacity / 2, takenNames.count - Self.capacity / 2)
        return max(
            isHeavy ? entries[entries.count / 2].stamp : oldEntries > 0 ? entries[oldEntries - 1].stamp : 0,
            oldNames > 0 ? takenNames[oldNames - 1].stamp : 0
        )
    }

    /// The roots that were relabelled after `stamp`; nil if that is forgotten.
    package func relabelled(after stamp: UInt64) -> Set<ProgressID>? {
        since(stamp).map { missed in Set(missed.lazy.filter { $0.kind == .relabelled }.map(\.id)) }
    }

    /// The departures after `stamp`, oldest first; nil if some are forgotten.
    func since(_ stamp: UInt64) -> ArraySlice<Changes.Departure>? {
        if stamp < forgottenStamp { return nil }
        var low = 0
        var high = entries.count
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].stamp > stamp { high = middle } else { low = middle + 1 }
        }
        return entries[low...]
    }

    /// The times after `stamp` at which one of `names` went over, oldest first.
    func nameMoves(since stamp: UInt64, of names: [String]) -> [Changes.NameMove] {
        if names.isEmpty { return [] }
        return takenNames.reversed().prefix { $0.stamp > stamp }.reversed().filter { names.contains($0.name) }
    }

    /// The stamp at which a progress was removed, or at which a reader was told that there is none; nil if neither is
    /// known. O(1): a reader may ask for fifty.
    package func removal(of node: Selection.Named) -> UInt64? {
        if let told = toldUnknown[node.text] { return told }
        guard let id = node.id else { return removalsOfNames[node.text]?.stamp }
        return removals[id]
    }

    /// The progress that was last removed under a name; nil if that is not known.
    func removedNode(named name: String) -> ProgressID? { removalsOfNames[name]?.id }

    /// The progress that gave a name up for another, or for none; nil if that is not known, or a later one is known to have
    /// had it. It may be gone.
    package func releaser(ofName name: String) -> ProgressID? { releasedNames[name]?.id }

    /// Notes that a returning reader was told that nothing is known of `text`, so that it is not told again.
    mutating func noteTold(_ text: String, stamp: UInt64) {
        if toldUnknown.count >= Self.capacity { toldUnknown.removeAll() }
        toldUnknown[text] = stamp
    }
}

extension Changes.NameMove {
    /// This move, as one from `id`.
    fileprivate func leaving(_ id: ProgressID) -> Changes.NameMove {
        Changes.NameMove(name: name, from: id, to: to, isOfNew: isOfNew, stamp: stamp)
    }
}

extension Changes.Departure {
    var isRemoval: Bool { kind == .removed || kind == .removedBelow }

    /// The name that meant this node until it was removed.
    var freedName: String? { isRemoval && !hasLostName ? details?.details.name : nil }

    fileprivate var textByteCount: Int {
        [details, newDetails, rootDetails].reduce(0) { $0 + ($1?.details.textByteCount ?? 0) }
    }
}

extension DetailsBox {
    /// Only the details that streams select by; nil if there are none.
    fileprivate var forSelecting: DetailsBox? {
        if details.name == nil && details.labels.isEmpty && details.fileURL == nil { return nil }
        var kept = ProgressDetails()
        kept.name = details.name
        kept.labels = details.labels
        kept.fileURL = details.fileURL
        return DetailsBox(kept)
    }
}
