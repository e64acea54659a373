import ProgressCore

/// Profiles of runs, and foretellings, in a line of an export.
extension [UInt8] {
    /// Appends `{"seconds":…,"points":[…]}`.
    mutating func append(exported profile: RunProfile) {
        append("{\"seconds\":")
        appendJSON(Double(profile.seconds))
        append(",\"points\":[")
        profile.forEachPoint {
            appendSeparator()
            appendJSON(Int64($0))
        }
        append("]}")
    }

    mutating func append(exported foretelling: Foretelling) {
        append("{\"runs\":[")
        foretelling.forEachRun {
            appendSeparator()
            append(exported: $0)
        }
        append("],\"moments\":[")
        foretelling.forEachMoment {
            for one in [$0.seconds, $0.fraction, $0.share, $0.byRuns, $0.byRate] {
                appendSeparator()
                appendJSON(Double(one.value))
            }
        }
        append("]}")
    }
}

extension RunProfile {
    init(_ members: ObjectMembers) throws(BodyError) {
        try members.check(knows: ["seconds", "points"])
        let seconds = try members.required("seconds") { name throws(BodyError) in
            try members.double(name, in: 2...1e13)
        }
        let points = try members.numbers("points", in: 0...65_535, most: Self.pointCount)
        guard let profile = RunProfile(seconds: Float(seconds), points: points.map { UInt16($0) }) else {
            throw members.outOfRange("points", "\(Self.pointCount) numbers, none less than the one before")
        }
        self = profile
    }
}

extension Foretelling {
    private static let numbersOfMoment = 5

    init(_ members: ObjectMembers) throws(BodyError) {
        try members.check(knows: ["runs", "moments"])
        var runs: [RunProfile] = []
        for run in try members.objects("runs") { runs.append(try RunProfile(run)) }
        let most = Self.momentCount * Self.numbersOfMoment
        let numbers = try members.numbers("moments", in: 0...1e20, most: most).map { ShortUnits(Float($0)) }
        var moments: [Moment] = []
        for start in stride(from: 0, to: numbers.count - Self.numbersOfMoment + 1, by: Self.numbersOfMoment) {
            var moment = Moment()
            (moment.seconds, moment.fraction, moment.share) = (numbers[start], numbers[start + 1], numbers[start + 2])
            (moment.byRuns, moment.byRate) = (numbers[start + 3], numbers[start + 4])
            moments.append(moment)
        }
        guard numbers.count.isMultiple(of: Self.numbersOfMoment) else {
            throw members.outOfRange("moments", "\(Self.numbersOfMoment) numbers for each moment")
        }
        guard let foretelling = Foretelling(runs, moments: moments) else {
            throw members.outOfRange("runs", "\(Self.runCount) of them")
        }
        self = foretelling
    }
}
