import ProgressCore
import ProgressWire
import TestSupport

extension ProgressRecord {
    /// A record as a service may have saved it: any mixture of members, each within the limits of the API.
    static func random(using generator: inout SeededGenerator) -> ProgressRecord {
        let counts = Counts(total: number(&generator), completed: number(&generator))
        var stored = StoredProgress(
            id: id(&generator),
            counts: counts,
            ordinal: stamp(&generator),
            createdAt: moment(&generator)
        )
        stored.details = details(&generator)
        stored.trace = trace(&generator)
        stored.marks = StoredProgress.Marks(rawValue: UInt16.random(in: 0..<1 << 9, using: &generator))
        if stored.details?.details.name == nil { stored.marks.remove(.hasLostName) }
        if Bool.random(using: &generator) { stored.marks.insert(.isSilent) }
        if stored.details?.details.leaseSeconds != nil && Bool.random(using: &generator) {
            stored.marks.insert(.hasDefaultLease)
        }
        if stored.details?.details.failure == nil {
            stored.marks.remove(.isFailed)
        } else {
            stored.marks.insert(.isFailed)
        }
        if Bool.random(using: &generator) {
            stored.parentID = id(&generator)
            stored.pendingUnitCount = Int64.random(in: 0 ... .max, using: &generator)
        } else {
            stored.marks.remove(.isCredited)
        }
        stored.version = Int64(stamp(&generator)) + 1
        stored.changeStamp = stamp(&generator)
        stored.updatedAt = moment(&generator)
        stored.treeWrittenAt = moment(&generator)
        if counts.isFinished { stored.finishedAt = moment(&generator) }
        if Bool.random(using: &generator) { stored.startedAt = moment(&generator) }
        stored.endedAt = stored.finishedAt
        if !stored.marks.isDisjoint(with: [.isCancelled, .isFailed]) { stored.endedAt = moment(&generator) }
        if Bool.random(using: &generator) { stored.retired.fileTotalCount = Int64(stamp(&generator)) }
        if Bool.random(using: &generator) { stored.retired.completedByteCount = .max }
        for _ in 0..<Int.random(in: 0...3, using: &generator) {
            stored.writers.append(Writer(name: text(&generator), sequence: number(&generator)))
        }
        if Bool.random(using: &generator) { stored.rate = rate(&generator) }
        if stored.rate != nil && Bool.random(using: &generator) { stored.rate?.foretelling = foretelling(&generator) }
        var record = ProgressRecord(stored, uncleanEndCount: 0)
        if Bool.random(using: &generator) { record.createKey = (generator.next(), generator.next()) }
        if Bool.random(using: &generator) { record.bodyDigest = (generator.next(), generator.next()) }
        return record
    }

    private static func rate(_ generator: inout SeededGenerator) -> StoredRate {
        var rate = StoredRate(
            units: Double.random(in: -1e18...1e18, using: &generator),
            sampledAt: Int64.random(in: -1_000_000...1 << 42, using: &generator)
        )
        rate.blocks = RateBlocks(
            exponent: UInt8.random(in: 0...40, using: &generator),
            units: (0..<Int.random(in: 0...13, using: &generator)).map { _ in
                ShortUnits(Float.random(in: 0...1e9, using: &generator))
            },
            openMilliseconds: Float.random(in: 0...500, using: &generator),
            openUnits: Float.random(in: 0...1e9, using: &generator)
        )
        rate.blocks.isPart = Bool.random(using: &generator)
        rate.told.end = Int64.random(in: 0...1 << 40, using: &generator)
        rate.told.isShown = Bool.random(using: &generator)
        rate.told.sharing = [.unknown, .shared, .independent].randomElement(using: &generator) ?? .unknown
        rate.updatesPerSecond = Float.random(in: 0...8, using: &generator)
        rate.heldSilence = [-1, 0, Float.random(in: 0...1e9, using: &generator)].randomElement(using: &generator) ?? 0
        return rate
    }

    private static func foretelling(_ generator: inout SeededGenerator) -> ForetellingBox? {
        let runs = (0..<Foretelling.runCount).compactMap { _ in
            RunProfile(
                seconds: Float.random(in: 2...1e9, using: &generator),
                points: (0..<RunProfile.pointCount).map { _ in UInt16.random(in: 0 ... .max, using: &generator) }
                    .sorted()
            )
        }
        let moments = (0..<Int.random(in: 0...Foretelling.momentCount, using: &generator)).map { _ in
            var moment = Foretelling.Moment()
            moment.seconds = ShortUnits(Float.random(in: 0...1e9, using: &generator))
            moment.fraction = ShortUnits(Float.random(in: 0...1, using: &generator))
            moment.share = ShortUnits(Float.random(in: 0...1, using: &generator))
            moment.byRuns = ShortUnits(Float.random(in: 0...1e9, using: &generator))
            moment.byRate = ShortUnits(Float.random(in: 0...1e9, using: &generator))
            return moment
        }
        return Foretelling(runs, moments: moments).map { ForetellingBox($0) }
    }

    private static func details(_ generator: inout SeededGenerator) -> DetailsBox? {
        var details = ProgressDetails()
        let some = { (generator: inout SeededGenerator) in Bool.random(using: &generator) }
        if some(&generator) { details.name = "n\(generator.next())" }
        if details.name != nil && some(&generator) {
            details.run = RunPlace(
                number: Int64(stamp(&generator)) + 1,
                previousID: some(&generator) ? id(&generator) : nil
            )
        }
        if some(&generator) { details.kind = text(&generator) }
        if some(&generator) { details.fileOperationKind = text(&generator) }
        if some(&generator) { details.fileURL = text(&generator) }
        if some(&generator) { details.fileTotalCount = number(&generator) }
        if some(&generator) { details.fileCompletedCount = number(&generator) }
        if some(&generator) { details.estimatedTimeRemaining = Double.random(in: 0...1e9, using: &generator) }
        if some(&generator) { details.throughput = Double.random(in: 0...1e300, using: &generator) }
        if some(&generator) { details.userInfo = Array(#"{"a":[1.50,{"b":null}],"é":"\u2028"}"#.utf8) }
        if some(&generator) { details.labels.set(text(&generator), to: text(&generator)) }
        if some(&generator) { details.urls.set("log", to: "https://\(generator.next()).example") }
        if some(&generator) { details.localizedDescription = text(&generator) }
        if some(&generator) { details.localizedAdditionalDescription = text(&generator) }
        if some(&generator) { details.leaseSeconds = Double.random(in: 1e-3...1e9, using: &generator) }
        if some(&generator) { details.failure = .init(message: text(&generator), code: some(&generator) ? "E" : nil) }
        if some(&generator), details.failure != nil {
            details.failure?.at = moment(&generator)
            details.failure?.by = some(&generator) ? caller(&generator) : nil
        }
        return details == ProgressDetails() ? nil : DetailsBox(details)
    }

    private static func trace(_ generator: inout SeededGenerator) -> ControlTrace? {
        var control: LastControl?
        if Bool.random(using: &generator) {
            control = LastControl(
                action: Control.allCases.randomElement(using: &generator) ?? .cancel,
                reason: Bool.random(using: &generator) ? text(&generator) : nil,
                by: caller(&generator),
                at: moment(&generator)
            )
        }
        return ControlTrace(control, reason: Bool.random(using: &generator) ? text(&generator) : nil)
    }

    private static func caller(_ generator: inout SeededGenerator) -> Caller {
        Caller(
            role: Caller.Role.allCases.randomElement(using: &generator) ?? .reporter,
            user: Bool.random(using: &generator) ? text(&generator) : nil
        )
    }

    private static func id(_ generator: inout SeededGenerator) -> ProgressID {
        ProgressID(high: generator.next(), low: generator.next())
    }

    private static func number(_ generator: inout SeededGenerator) -> Int64 {
        [.min, .max, -1, 0, 1, Int64.random(in: .min ... .max, using: &generator)].randomElement(using: &generator) ?? 0
    }

    private static func stamp(_ generator: inout SeededGenerator) -> UInt64 {
        UInt64.random(in: 0..<1 << 62, using: &generator)
    }

    private static func moment(_ generator: inout SeededGenerator) -> Int64 {
        Int64.random(in: 0...253_402_300_799_999, using: &generator)
    }

    private static func text(_ generator: inout SeededGenerator) -> String {
        let pieces = ["", "a", "\"", "\\", "\n", "\u{0}", "é", "\u{2028}", "🤷", "/", " longer than a word "]
        return (0..<4).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
    }
}
