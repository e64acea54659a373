/// Epochs and their steps: lines like `Epoch 2/3`, each followed by counts of its own, as Keras prints them.
///
/// Units are steps, of all epochs; the epoch is a part.
struct StepLevels {
    private struct Heading {
        let label: LineLabel
        let completed: Int64
        let total: Int64

        func continues(_ other: Heading?) -> Bool { label.words == other?.label.words && total == other?.total }
    }

    /// Lines of which one is enough: they are printed when such a step begins.
    private static let words: Set<String> = ["epoch", "epoche", "fold"]

    /// Whether the line up to its first counts ends with such a word: `Epoch [1/3], Step [100/600]`.
    static func isHeading(_ line: ArraySlice<UInt8>) -> Bool {
        guard let word = line.suffix(40).split(whereSeparator: { !$0.isASCIILetter }).last else { return false }
        return words.contains(String(decoding: word, as: UTF8.self).lowercased())
    }

    /// The steps of all epochs, of which `steps` are those of this one; nil if they are too many. An epoch counts from 1.
    static func reading(_ name: String, _ epoch: Int64, of epochs: Int64, steps: Int64, of total: Int64) -> Reading? {
        let (all, isTooMuch) = epochs.multipliedReportingOverflow(by: total)
        guard !isTooMuch, epoch > 0 else { return nil }
        var reading = Reading(completed: (epoch - 1) * total + steps, total: all)
        var part = Part(name, completed: steps, total: total)
        part.isFleeting = true
        reading.parts = [part]
        return reading
    }

    private var heading: Heading?
    private var isBelieved = false
    /// The number of steps below a heading; nil if unknown.
    private var steps: Int64?
    private var candidate: NumberSighting?
    private var areOver = false

    /// Whether the sighting is one of these levels, and the reading if it says how far the work is.
    mutating func read(
        _ sighting: NumberSighting,
        isFinished: Bool,
        wantsEvidence: Bool
    ) -> (isMine: Bool, reading: Reading?) {
        if let label = sighting.label, let total = sighting.reading.total {
            let found = Heading(label: label, completed: sighting.reading.completed, total: total)
            // Others, such as `Step 3/10`, may be the steps.
            if !isBelieved || Self.words.contains(label.words) || found.continues(heading) {
                return isFinished ? begin(found) : (isBelieved, nil)
            }
        }
        guard heading != nil else { return (false, nil) }
        guard sighting.kind == .count else { return (isBelieved && steps != nil, nil) }
        if isBelieved { return count(sighting, wantsEvidence: wantsEvidence) }
        _ = believes(sighting, wantsEvidence: wantsEvidence)
        return (false, nil)
    }

    private mutating func begin(_ found: Heading) -> (isMine: Bool, reading: Reading?) {
        let isNext = found.continues(heading) && found.completed > (heading?.completed ?? 0)
        let isWord = Self.words.contains(found.label.words)
        if !found.continues(heading) { steps = nil }
        isBelieved = isNext || isWord || (isBelieved && found.continues(heading))
        (heading, candidate, areOver) = (found, nil, false)
        if isBelieved, steps != nil { return (true, reading(after: 0)) }
        guard isWord else { return (false, nil) }
        return (true, isNext ? Reading(completed: found.completed - 1, total: found.total) : nil)
    }

    private mutating func count(_ sighting: NumberSighting, wantsEvidence: Bool) -> (isMine: Bool, reading: Reading?) {
        guard let heading, let total = sighting.reading.total else { return (false, nil) }
        if areOver {
            // Such as an evaluation after the steps; after those of the last epoch it is the next work.
            let isNextWork = heading.completed == heading.total && sighting.reading.completed < total
            if isNextWork { self = StepLevels() }
            // Lines like `Waiting for a (3/30)` may end early: others are told apart by how they grow.
            let isOther = !Self.words.contains(heading.label.words) && total != steps
            return (!isNextWork && !isOther, nil)
        }
        guard believes(sighting, wantsEvidence: wantsEvidence) else { return (true, nil) }
        areOver = sighting.reading.completed == total
        return (true, reading(after: sighting.reading.completed))
    }

    /// Whether it counts the steps, of which the number becomes known with the second sighting.
    private mutating func believes(_ sighting: NumberSighting, wantsEvidence: Bool) -> Bool {
        if sighting.reading.total == steps { return true }
        let earlier = candidate
        candidate = sighting
        guard earlier.map(sighting.proves) ?? false || !wantsEvidence else { return false }
        steps = sighting.reading.total
        return true
    }

    private func reading(after completed: Int64) -> Reading? {
        guard let heading, let steps else { return nil }
        return Self.reading(heading.label.text, heading.completed, of: heading.total, steps: completed, of: steps)
    }
}
