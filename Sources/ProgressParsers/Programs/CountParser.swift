/// `42%`, `12/34`, `12 of 34` or `5.1/50.3 MB` anywhere in a line of any program.
struct CountParser: OutputParser {
    /// Whether numbers count only once they have grown: text may contain all kinds of them.
    private let wantsEvidence: Bool
    /// The last sightings that are not yet believed.
    private var candidates: [NumberSighting.Kind: NumberSighting] = [:]
    /// The kinds that had been seen when a percentage was believed.
    private var earlier: Set<NumberSighting.Kind> = []
    private var believed: NumberSighting?
    private var levels = StepLevels()
    private var bars = BarStreams()
    /// The line that may still grow.
    private var begun: ArraySlice<UInt8> = []
    /// The limit in bytes above which such a line is not kept.
    private static let longestBegun = 4_096

    init(wantsEvidence: Bool) { self.wantsEvidence = wantsEvidence }

    mutating func read(_ line: ArraySlice<UInt8>, isFinished: Bool) -> Reading? {
        let hasGrown = !begun.isEmpty && line.count > begun.count && line.starts(with: begun)
        begun = isFinished || line.count > Self.longestBegun ? [] : line
        guard let sighting = NumberSighting(in: line, isFinished: isFinished, hasGrown: hasGrown) else { return nil }
        let level = levels.read(sighting, isFinished: isFinished, wantsEvidence: wantsEvidence)
        if level.isMine { return level.reading }
        if sighting.date == .certain, !wantsEvidence || believed == nil { return nil }
        switch bars.read(sighting, beside: believed) {
        case .nested(let reading):
            believed = sighting
            return reading
        case .beside: return nil
        case .whole: break
        }
        guard wantsEvidence else {
            believed = sighting
            return sighting.reading
        }
        if let believed, sighting.continues(believed) {
            self.believed = sighting
            candidates[sighting.kind] = nil
            return sighting.reading
        }
        if sighting.date == .certain { return nil }
        let candidate = candidates.updateValue(sighting, forKey: sighting.kind)
        // Other bars may have been drawn since it was seen last.
        let isProven = candidate.map(sighting.proves) ?? false || sighting.date == nil && bars.hasGrown(sighting)
        guard canBelieve(sighting.kind), isProven else { return nil }
        if sighting.kind == .percent { earlier = Set(candidates.keys) }
        believed = sighting
        return sighting.reading
    }

    /// Whether this kind may take over: percentages (of items) do not replace counts (of the whole), nor do counts
    /// replace percentages that came before them.
    private func canBelieve(_ kind: NumberSighting.Kind) -> Bool {
        guard let believed else { return true }
        return kind != .percent && (believed.kind != .percent || earlier.contains(kind))
    }
}

extension NumberSighting {
    /// Whether it is another value of the same progress; totals may grow.
    fileprivate func continues(_ other: NumberSighting) -> Bool {
        guard kind == other.kind, date == nil || reading.completed >= other.reading.completed else { return false }
        if reading.total == other.reading.total { return true }
        return (reading.total ?? 0) > (other.reading.total ?? 0) && reading.completed >= other.reading.completed
    }

    /// Whether the two together can only be progress. What may be dates is none where the text changes with it.
    func proves(_ other: NumberSighting) -> Bool {
        guard date != .certain, date == nil || other.date == nil || letters == other.letters else { return false }
        return kind == other.kind && reading.total == other.reading.total
            && reading.completed > other.reading.completed
    }
}
