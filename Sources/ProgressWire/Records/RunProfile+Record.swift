import ProgressCore

/// Profiles of runs, and foretellings, from the third form on.
extension [UInt8] {
    /// - Parameter profile: nil for a run that left none.
    mutating func append(_ profile: RunProfile?) {
        append(profile == nil ? 0 : 1)
        if let profile { append(whole: profile) }
    }

    private mutating func append(whole profile: RunProfile) {
        append(float: profile.seconds)
        profile.forEachPoint { append(number: $0) }
    }

    mutating func append(_ foretelling: Foretelling) {
        foretelling.forEachRun { append(whole: $0) }
        append(UInt8(foretelling.recordedMomentCount))
        foretelling.forEachMoment {
            for one in [$0.seconds, $0.fraction, $0.share, $0.byRuns, $0.byRate] { append(number: one.rawValue) }
        }
    }
}

extension RecordReader {
    mutating func profileIfPresent() throws(RecordError) -> RunProfile? {
        try number(UInt8.self) == 0 ? nil : profile()
    }

    private mutating func profile() throws(RecordError) -> RunProfile {
        let seconds = try float()
        var points: [UInt16] = []
        for _ in 0..<RunProfile.pointCount { points.append(try number(UInt16.self)) }
        guard let profile = RunProfile(seconds: seconds, points: points) else {
            throw .badValue("a run of \(seconds) s has the points \(points)")
        }
        return profile
    }

    mutating func foretelling() throws(RecordError) -> Foretelling {
        var runs: [RunProfile] = []
        for _ in 0..<Foretelling.runCount { runs.append(try profile()) }
        let count = try number(UInt8.self)
        guard count <= Foretelling.momentCount else { throw .badValue("\(count) moments are remembered of a run") }
        var moments: [Foretelling.Moment] = []
        for _ in 0..<count {
            var moment = Foretelling.Moment()
            moment.seconds = ShortUnits(rawValue: try number(UInt16.self))
            moment.fraction = ShortUnits(rawValue: try number(UInt16.self))
            moment.share = ShortUnits(rawValue: try number(UInt16.self))
            moment.byRuns = ShortUnits(rawValue: try number(UInt16.self))
            moment.byRate = ShortUnits(rawValue: try number(UInt16.self))
            moments.append(moment)
        }
        guard let foretelling = Foretelling(runs, moments: moments) else {
            throw .badValue("nothing can be foretold by \(runs.count) runs")
        }
        return foretelling
    }
}

/// The parts of a rate besides its numbers, from the third form on.
struct RateMarks: OptionSet {
    let rawValue: UInt8

    /// The blocks hold only the newest part of the work.
    static let isPart = RateMarks(rawValue: 1 << 0)
    /// A `Foretelling` follows.
    static let hasForetelling = RateMarks(rawValue: 1 << 1)

    static let all: RateMarks = [.isPart, .hasForetelling]

    init(rawValue: UInt8) { self.rawValue = rawValue }

    init(_ rate: StoredRate) {
        self = rate.blocks.isPart ? .isPart : []
        if rate.foretelling != nil { insert(.hasForetelling) }
    }

    init(_ reader: inout RecordReader) throws(RecordError) {
        rawValue = try reader.number(UInt8.self)
        let unknown = subtracting(.all)
        if unknown.isEmpty { return }
        throw .newer(found: "a rate has the marks \(unknown.rawValue)", known: "those of the set \(Self.all.rawValue)")
    }
}
