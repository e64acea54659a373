/// `42%`, `12/34`, `12 of 34` or `5.1/50.3 MB` anywhere in a line of any program.
struct CountParser: OutputParser {
    /// Whether numbers count only once they have grown: text may contain all kinds of them.
    private let wantsEvidence: Bool
    private var belief = Belief()
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
        if sighting.date == .certain, !wantsEvidence || belief.sighting == nil { return nil }
        switch bars.read(sighting, beside: belief.sighting) {
        case .nested(let reading):
            belief.believe(sighting)
            return reading
        case .beside: return nil
        case .whole: break
        }
        guard wantsEvidence else {
            belief.believe(sighting)
            return sighting.reading
        }
        // Other bars may have been drawn since it was seen last.
        return belief.believes(sighting, hasGrown: bars.hasGrown(sighting)) ? sighting.reading : nil
    }
}
