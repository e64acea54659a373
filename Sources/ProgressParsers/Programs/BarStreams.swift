/// The bars in a program's output, told apart by their labels: which one is of the whole, where others are inside it.
///
/// A bar that begins again while another one grows is inside that one, such as the batches of an epoch. Bars that run
/// beside each other are not one that jumps back and forth.
struct BarStreams {
    enum Role {
        /// The only one that is known, or one of those that are taken together.
        case whole
        /// A part of the whole, with which the reading says how far the work is.
        case nested(Reading)
        /// Beside the one that is shown.
        case beside
    }

    private struct Bar {
        var reading: Reading
        let label: String?
        let firstSeen: Int
        var sightings = 1
        var growths = 0
        var lastGrowth = 0
        var restarts = 0
    }

    /// How often a stranger has to grow, while what was shown is silent, to take its place.
    private static let patience = 3
    private static let limit = 32

    private var bars: [BarKey: Bar] = [:]
    private var time = 0
    private var outer: BarKey?
    private var inner: BarKey?
    /// Those that run beside the one that is shown.
    private var beside: Set<BarKey> = []
    /// How often others grew since the one that is shown was seen.
    private var strangeGrowths = 0

    /// - Parameter shown: what was shown last.
    mutating func read(_ sighting: NumberSighting, beside shown: NumberSighting?) -> Role {
        time += 1
        let key = sighting.key
        let grew = note(sighting)
        if outer == nil { findNesting() }
        if let outer { return role(of: key, in: outer, grew: grew) }
        guard let shown, shown.key != key else {
            strangeGrowths = 0
            return .whole
        }
        return role(of: sighting, besides: shown, grew: grew)
    }

    /// Whether it is a bar with a label that has grown since it was first seen.
    func hasGrown(_ sighting: NumberSighting) -> Bool {
        !sighting.key.letters.isEmpty && bars[sighting.key].map { $0.growths > 0 } ?? false
    }

    /// Returns whether it has grown.
    private mutating func note(_ sighting: NumberSighting) -> Bool {
        let key = sighting.key
        guard var bar = bars[key] else {
            if bars.count == Self.limit { bars = bars.filter { $0.key == outer || $0.key == inner } }
            bars[key] = Bar(reading: sighting.reading, label: sighting.barLabel, firstSeen: time)
            return false
        }
        let (before, now) = (bar.reading.completed, sighting.reading.completed)
        bar.reading = sighting.reading
        bar.sightings += 1
        if now > before { (bar.growths, bar.lastGrowth) = (bar.growths + 1, time) }
        if now < before, now <= before / 2 { bar.restarts += 1 }
        bars[key] = bar
        return now > before
    }

    private mutating func findNesting() {
        let restarted = bars.filter { $0.value.restarts > 0 && $0.value.growths > 1 }
        guard let (key, bar) = restarted.min(by: { $0.value.firstSeen < $1.value.firstSeen }) else { return }
        let others = bars.filter { $0.value.restarts == 0 && $0.value.lastGrowth > bar.firstSeen }
        guard let whole = others.min(by: { $0.value.firstSeen < $1.value.firstSeen }) else { return }
        (outer, inner, strangeGrowths) = (whole.key, key, 0)
    }

    private mutating func role(of key: BarKey, in whole: BarKey, grew: Bool) -> Role {
        guard let bar = bars[key], var reading = bars[whole]?.reading else { return .whole }
        if key != whole, bar.restarts == 0, key != inner {
            strangeGrowths += grew ? 1 : 0
            guard strangeGrowths == Self.patience else { return .beside }
            self = BarStreams()
            return .whole
        }
        strangeGrowths = 0
        if key != whole { inner = key }
        if let part = inner.flatMap({ bars[$0] }), let total = part.reading.total, part.reading.completed < total {
            var fleeting = Part(part.label ?? "\(reading.completed)", completed: part.reading.completed, total: total)
            fleeting.isFleeting = true
            reading.parts = [fleeting]
        }
        return .nested(reading)
    }

    private mutating func role(of sighting: NumberSighting, besides shown: NumberSighting, grew: Bool) -> Role {
        let (key, other) = (sighting.key, shown.key)
        let areStable = [key, other].allSatisfy { bars[$0].map { $0.sightings > 1 } ?? false }
        let isBehind = areStable && sighting.reading.completed < shown.reading.completed
        let isOther = key.total != other.total && key.letters != other.letters && hasGrown(sighting) && hasGrown(shown)
        let isOver = shown.reading.completed == shown.reading.total
        if key.kind == other.kind, isBehind || isOther, !isOver { beside.insert(key) }
        guard beside.contains(key) else { return .whole }
        strangeGrowths += grew ? 1 : 0
        guard strangeGrowths == Self.patience || isOver else { return .beside }
        (beside, strangeGrowths) = ([], 0)
        return .whole
    }
}

/// By what one bar is told from another.
struct BarKey: Hashable {
    let kind: NumberSighting.Kind
    /// The letters before its number.
    let letters: [UInt8]
    let total: Int64?
}

extension NumberSighting {
    var key: BarKey { BarKey(kind: kind, letters: heading.filter(\.isASCIILetter), total: reading.total) }

    /// The words before the bar; nil if there are none.
    var barLabel: String? {
        let words = heading.drop { !$0.isASCIILetter }.prefix { $0.isASCIILetter || " -_".utf8.contains($0) }
        let label = Substring(decoding: words, as: UTF8.self).trimming { $0 == " " }
        return label.isEmpty ? nil : String(label)
    }
}
