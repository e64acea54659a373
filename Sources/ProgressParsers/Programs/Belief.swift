/// Decides which numbers are the progress: a guess is believed after two sightings that agree.
struct Belief {
    /// How often numbers of another kind have to grow, while a percentage is silent, to take its place.
    private static let patience = 3

    private(set) var sighting: NumberSighting?
    /// The last sightings that are not yet believed.
    private var candidates: [NumberSighting.Kind: NumberSighting] = [:]
    /// The kinds that had been seen when a percentage was believed.
    private var earlier: Set<NumberSighting.Kind> = []
    private var strangeGrowths = 0
    /// The percentage that counts replaced before it was full: if it grows again, they are inside it.
    private var replaced: NumberSighting?
    private var isOuter = false

    mutating func believe(_ sighting: NumberSighting) { self.sighting = sighting }

    /// Whether the sighting is believed.
    ///
    /// - Parameter hasGrown: whether it is known to have grown since it was first seen.
    mutating func believes(_ found: NumberSighting, hasGrown: Bool) -> Bool {
        if let sighting, found.continues(sighting) {
            candidates[found.kind] = nil
            (self.sighting, strangeGrowths) = (found, 0)
            return true
        }
        if let replaced, found.continues(replaced), found.isLabeled(like: replaced),
            found.reading.completed >= replaced.reading.completed
        {
            (sighting, self.replaced, isOuter) = (found, nil, true)
            return true
        }
        if found.date == .certain { return false }
        let candidate = candidates.updateValue(found, forKey: found.kind)
        let isProven = candidate.map { agree(found, $0) } ?? false || found.date == nil && hasGrown
        guard isProven, canTakeOver(found.kind) else { return false }
        if found.kind == .percent { earlier = Set(candidates.keys) }
        sighting = found
        return true
    }

    private var isOver: Bool { sighting.map { $0.reading.completed == $0.reading.total } ?? true }

    /// Whether the two are enough. All percentages have one total, so only the text tells them from what is believed.
    private func agree(_ found: NumberSighting, _ candidate: NumberSighting) -> Bool {
        guard found.proves(candidate) else { return false }
        return found.kind != .percent || sighting?.kind != .percent || isOver || found.isLabeled(like: candidate)
    }

    /// Whether this kind may take over: percentages (of items) do not replace counts (of the whole), nor do bytes (of
    /// items) before these are full. Others replace a percentage that came before them if it is full or silent.
    private mutating func canTakeOver(_ kind: NumberSighting.Kind) -> Bool {
        guard let sighting, sighting.kind != kind else { return true }
        if kind == .percent { return false }
        guard sighting.kind == .percent else { return kind == .count || isOver }
        if earlier.contains(kind) || isOver { return true }
        strangeGrowths += 1
        guard strangeGrowths >= Self.patience, !isOuter else { return false }
        replaced = sighting
        return true
    }
}

extension NumberSighting {
    /// Whether it is another value of the same progress; totals may grow.
    fileprivate func continues(_ other: NumberSighting) -> Bool {
        let isLarger = reading.completed >= other.reading.completed
        guard kind == other.kind, isLarger || date == nil else { return false }
        if reading.total == other.reading.total { return isLarger || isLabeled(like: other) }
        return isLarger && (reading.total ?? 0) > (other.reading.total ?? 0) && isLabeled(like: other)
    }

    /// Whether the text before the number is the same, or begins with the same word.
    fileprivate func isLabeled(like other: NumberSighting) -> Bool {
        if key.letters == other.key.letters { return true }
        let word = firstWord
        return !word.isEmpty && word == other.firstWord
    }

    private var firstWord: ArraySlice<UInt8> { heading.drop { !$0.isASCIILetter }.prefix(while: \.isASCIILetter) }

    /// Whether the two together can only be progress. What may be dates is none where the text changes with it.
    func proves(_ other: NumberSighting) -> Bool {
        guard date != .certain, date == nil || other.date == nil || letters == other.letters else { return false }
        return kind == other.kind && reading.total == other.reading.total
            && (reading.completed > other.reading.completed || itemGrows(since: other))
    }

    /// Whether the counts wait for an item that has its own percentage: `task 1 of 2, 30 %`.
    private func itemGrows(since other: NumberSighting) -> Bool {
        guard reading.completed == other.reading.completed, let item = reading.parts.first,
            let earlier = other.reading.parts.first
        else { return false }
        return item.total == earlier.total && item.completed > earlier.completed
    }
}
