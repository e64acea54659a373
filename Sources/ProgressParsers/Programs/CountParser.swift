/// `42%`, `12/34` or `12 of 34` anywhere in a line, of any program.
struct CountParser: OutputParser {
    /// Whether numbers count only after they have grown once: text may contain all kinds of them.
    private let wantsEvidence: Bool
    /// Seen last, and not yet believed.
    private var candidate: NumberSighting?
    private var believed: NumberSighting?

    init(wantsEvidence: Bool) { self.wantsEvidence = wantsEvidence }

    mutating func read(_ line: ArraySlice<UInt8>, isFinished: Bool) -> Reading? {
        guard let sighting = NumberSighting(in: line, isFinished: isFinished) else { return nil }
        guard wantsEvidence else { return sighting.reading }
        if let believed, sighting.continues(believed) {
            self.believed = sighting
            candidate = nil
            return sighting.reading
        }
        defer { candidate = sighting }
        guard believed?.isPercent != true, let candidate, sighting.proves(candidate) else { return nil }
        believed = sighting
        return sighting.reading
    }
}

extension NumberSighting {
    /// Whether it is another value of the same thing; totals may grow.
    fileprivate func continues(_ other: NumberSighting) -> Bool {
        guard isPercent == other.isPercent else { return false }
        if reading.total == other.reading.total { return true }
        return (reading.total ?? 0) > (other.reading.total ?? 0) && reading.completed >= other.reading.completed
    }

    /// Whether both together can only be progress.
    fileprivate func proves(_ other: NumberSighting) -> Bool {
        isPercent == other.isPercent && reading.total == other.reading.total
            && reading.completed > other.reading.completed
    }
}
