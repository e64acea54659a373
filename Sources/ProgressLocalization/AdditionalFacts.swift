import ProgressCore

/// The facts in the additional description of a snapshot, decided before a word is written.
struct AdditionalFacts: Equatable {
    enum Amount: Equatable {
        case units(completed: UInt64, total: UInt64)
        case bytes(completed: UInt64, total: UInt64)
        case countedBytes(UInt64)
        /// For work without a known end.
        case countedUnits(UInt64)
        case files(completed: UInt64, total: UInt64)
    }

    /// An amount per second.
    enum Rate: Equatable {
        case bytes(UInt64)
        case units(DecimalNumber)
    }

    let amount: Amount?
    let rate: Rate?
    let time: DurationParts?

    init(of snapshot: ProgressSnapshot) {
        let isFile = snapshot.isFile
        let amount = isFile ? Self.fileAmount(of: snapshot) : Self.plainAmount(of: snapshot)
        self.amount = amount
        switch snapshot.state {
        case .running, .indeterminate:
            rate = snapshot.throughput.flatMap { Self.rate($0, isFile: isFile, amount) }
            time = snapshot.estimatedTimeRemaining.flatMap(Self.roundedDown).map {
                DurationParts(seconds: $0, uncertainty: snapshot.speed.uncertainty)
            }
        case .failed, .cancelled, .finished, .paused, .stalled:
            rate = nil
            time = nil
        }
    }

    private static func plainAmount(of snapshot: ProgressSnapshot) -> Amount? {
        let completed = snapshot.completedUnitCount
        if snapshot.isIndeterminate { return completed > 0 ? .countedUnits(UInt64(completed)) : nil }
        return .units(completed: UInt64(completed), total: UInt64(snapshot.totalUnitCount))
    }

    /// A plain progress shows its rate only where the end is open: else the time left tells more.
    private static func rate(_ throughput: Double, isFile: Bool, _ amount: Amount?) -> Rate? {
        if isFile { return roundedHalfUp(throughput).map { .bytes($0) } }
        guard case .countedUnits? = amount else { return nil }
        if throughput < 10 {
            return roundedHalfUp(throughput * 10).map { .units(DecimalNumber(scaled: $0, digitCount: 1)) }
        }
        return roundedHalfUp(throughput).map { .units(DecimalNumber($0)) }
    }

    private static func fileAmount(of snapshot: ProgressSnapshot) -> Amount? {
        if let total = snapshot.knownFileTotalCount, let completed = snapshot.knownFileCompletedCount {
            return .files(completed: completed, total: total)
        }
        let completed = snapshot.completedUnitCount
        if !snapshot.isIndeterminate {
            return .bytes(completed: UInt64(completed), total: UInt64(snapshot.totalUnitCount))
        }
        return completed > 0 ? .countedBytes(UInt64(completed)) : nil
    }

    /// Between 0 and the largest int64; nil for NaN.
    private static func roundedDown(_ number: Double) -> UInt64? {
        if number.isNaN { return nil }
        if number <= 0 { return 0 }
        return number < 0x1p63 ? UInt64(number) : UInt64(Int64.max)
    }

    /// Between 0 and the largest int64; nil for NaN. The difference is exact, so that the number just below one half
    /// rounds down.
    private static func roundedHalfUp(_ number: Double) -> UInt64? {
        guard let whole = roundedDown(number), whole < Int64.max else { return roundedDown(number) }
        return number - Double(whole) >= 0.5 ? whole + 1 : whole
    }
}
