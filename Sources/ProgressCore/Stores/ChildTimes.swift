/// A record's place in the store.
struct ChildTimesIndex: StorePlace {
    let rawValue: Int32

    static let none = ChildTimesIndex(rawValue: -1)
}

/// A parent's knowledge of the times of those children that count: not credited, worth something, not lost.
///
/// Each change costs O(1). It is made when the first child says how long it will take, and again from the children
/// after any change that it does not follow.
struct ChildTimes {
    /// The values that are remembered of one child, as long as it counts.
    struct Child {
        let index: NodeIndex
        let units: Int64
        let worth: Int64
        /// -1 while it waits.
        let startedAt: Int64
        /// When it says that it will end; 0 if it does not say.
        let end: Int64

        var isWaiting: Bool { startedAt < 0 }
    }

    /// Milliseconds; how long shorter children took is unknown, because they ended as they began.
    private static let shortestWork: Int64 = 128
    /// Steps that follow each other report less time than they take: the first report of each comes late.
    private static let leastConcurrency = 0.3

    /// Values that follow from the present children alone. Sums wrap around, and come back.
    struct Living: Equatable {
        fileprivate(set) var waitingCount: Int32 = 0
        fileprivate(set) var workingCount: Int32 = 0
        fileprivate var toldCount: Int32 = 0
        fileprivate(set) var worth: Int64 = 0
        fileprivate var workingStarts: Int64 = 0
        fileprivate var toldStarts: Int64 = 0
        fileprivate var toldEnds: Int64 = 0
        /// Of all children that told no end.
        fileprivate var untoldUnits: Int64 = 0
        fileprivate var untoldWorth: Int64 = 0

        /// Whether all of them work, and have told their end.
        var tellAll: Bool { waitingCount == 0 && workingCount > 0 && toldCount == workingCount }

        fileprivate mutating func count(_ child: Child, sign: Int64) {
            worth &+= sign &* child.worth
            if child.isWaiting {
                waitingCount += Int32(sign)
            } else {
                workingCount += Int32(sign)
                workingStarts &+= sign &* child.startedAt
            }
            if child.end > 0 {
                toldCount += Int32(sign)
                toldStarts &+= sign &* child.startedAt
                toldEnds &+= sign &* child.end
            } else {
                untoldUnits &+= sign &* max(child.units, 0)
                untoldWorth &+= sign &* child.worth
            }
        }
    }

    private(set) var living = Living()
    private(set) var hasEndedChild = false
    /// Whether all that ever counted are of kind `file`.
    private(set) var areFiles = true
    /// Whether a child started after another had ended.
    private(set) var hasSuccessor = false
    /// Those that may end last; there may be `none` among them.
    private var latest = InlineArray<4, NodeIndex>(repeating: .none)
    private var firstStart = Int64.max
    /// Milliseconds that ended children worked.
    private var worked: Int64 = 0
    private var pace = ChildPace()
    var sharing = SharingSigns()

    var isAlone: Bool { living.workingCount == 1 }

    /// Whether other children take the place of those that end, so that it is unknown how the last ones overlap.
    var mayOverlap: Bool { hasSuccessor && !isAlone }

    // MARK: Children

    mutating func enter(_ child: Child) {
        living.count(child, sign: 1)
        if !child.isWaiting { firstStart = min(firstStart, child.startedAt) }
    }

    mutating func leave(_ child: Child) {
        living.count(child, sign: -1)
        if child.end > 0 { replace(child.index, by: .none) }
    }

    /// Notes a new child that counts.
    mutating func note(isFile: Bool) { areFiles = areFiles && isFile }

    mutating func noteStart() {
        if hasEndedChild { hasSuccessor = true }
    }

    /// A child ended that had worked from `startedAt` to `endedAt`.
    mutating func noteEnd(units: Int64, worth: Int64, startedAt: Int64, endedAt: Int64) {
        hasEndedChild = true
        let milliseconds = endedAt &- startedAt
        if startedAt < 0 || milliseconds < 0 { return }
        firstStart = min(firstStart, startedAt)
        worked &+= milliseconds
        if milliseconds < Self.shortestWork { return }
        pace.add(ChildPace.Sample(seconds: Double(milliseconds) / 1_000, units: Double(units), worth: Double(worth)))
    }

    /// Derives `hasSuccessor` from the ends and starts of all children, where this is made from them.
    mutating func note(firstEnd: Int64, lastStart: Int64) { hasSuccessor = firstEnd < lastStart }

    // MARK: The latest

    var candidates: InlineArray<4, NodeIndex> { latest }

    /// A child told an end; it takes the place of the earliest, if there is no free one.
    mutating func note(latest child: NodeIndex, end: Int64, endOf: (NodeIndex) -> Int64) {
        var place = 0
        var least = Int64.max
        for each in latest.indices {
            if latest[each] == child { return }
            let other = latest[each] == .none ? Int64.min : endOf(latest[each])
            if other < least { (least, place) = (other, each) }
        }
        if end > least { latest[place] = child }
    }

    private mutating func replace(_ child: NodeIndex, by other: NodeIndex) {
        for place in latest.indices where latest[place] == child { latest[place] = other }
    }

    // MARK: Time

    /// The seconds that are left where children wait: the times told by those at work, and the time of the others at
    /// the known pace, divided by the average number at work. Nil where there is no pace yet.
    /// - Parameter others: samples of children at work that are known well enough.
    func timeWithWaiting(at now: Int64, _ others: some Sequence<ChildPace.Sample>) -> Double? {
        var pace = pace
        for sample in others { pace.add(sample) }
        guard let rest = pace.seconds(units: Double(living.untoldUnits), worth: Double(living.untoldWorth)) else {
            return nil
        }
        let untoldCount = Int64(living.workingCount - living.toldCount)
        let begun = Double(untoldCount &* now &- (living.workingStarts &- living.toldStarts)) / 1_000
        let told = max(Double(living.toldEnds &- Int64(living.toldCount) &* now) / 1_000, 0)
        return (told + max(rest - begun, 0)) / concurrency(at: now)
    }

    /// The average number of children at work.
    private func concurrency(at now: Int64) -> Double {
        let working = Int64(living.workingCount) &* now &- living.workingStarts
        return max(Double(worked &+ working) / Double(max(now &- firstStart, 1)), Self.leastConcurrency)
    }
}

/// The time that ended children took: by their units, or by their worth, whichever fits better.
struct ChildPace {
    struct Sample {
        let seconds: Double
        let units: Double
        let worth: Double
    }

    /// A child that works is known if it has done so much, in so many milliseconds.
    static let leastFraction = 0.2
    static let leastWork: Int64 = 2_000
    /// By units, if the squared error by them is below this part of that by worth.
    private static let advantageOfUnits = 0.5

    /// Sums over one measure; of few digits, because they only grow.
    private struct Fit {
        var measure: Float = 0
        var products: Float = 0
        var squares: Float = 0

        mutating func add(_ value: Double, _ seconds: Double) {
            measure += Float(value)
            products += Float(value * seconds)
            squares += Float(value * value)
        }

        func pace(_ seconds: Double) -> Double { measure > 0 ? seconds / Double(measure) : 0 }

        func error(_ seconds: Double, _ squaredSeconds: Double) -> Double {
            let pace = pace(seconds)
            return max(squaredSeconds - 2 * pace * Double(products) + pace * pace * Double(squares), 0)
        }
    }

    private var seconds: Float = 0
    private var squaredSeconds: Float = 0
    private var units = Fit()
    private var worth = Fit()

    mutating func add(_ sample: Sample) {
        seconds += Float(sample.seconds)
        squaredSeconds += Float(sample.seconds * sample.seconds)
        units.add(max(sample.units, 0), sample.seconds)
        worth.add(sample.worth, sample.seconds)
    }

    /// The seconds that so much work takes, one child after another; nil where no pace is known.
    func seconds(units amount: Double, worth value: Double) -> Double? {
        let (all, squares) = (Double(seconds), Double(squaredSeconds))
        if all <= 0 { return nil }
        let fitsUnits =
            units.measure > 0 && amount >= 0
            && units.error(all, squares) < Self.advantageOfUnits * worth.error(all, squares)
        return fitsUnits ? amount * units.pace(all) : value * worth.pace(all)
    }
}

/// Finds out whether children share one source of speed: when one of them ends, the others get faster, or they do not.
///
/// Compares the contributions of the children that count over some seconds before an end and after it, in which no
/// other began or ended.
struct SharingSigns {
    /// In milliseconds.
    private static let leastTime: Int64 = 6_000

    private struct Look {
        var at: Int64 = 0
        /// The contributions of the children, in units of the parent.
        var sum = 0.0
    }

    private var before = Look()
    private var next = Look()
    /// Whether there is nothing to compare the next look with.
    private var isInterrupted = true
    /// The units that the others did per second before the end; below 0 while no end is being examined.
    private var speedBefore = -1.0
    private var othersCount: Int32 = 0

    /// The contributions of the children changed without work.
    mutating func interrupt() { isInterrupted = true }

    /// A child began, or something else changed the speed.
    mutating func begin(sum: Double, at now: Int64) {
        before = Look(at: now, sum: sum)
        next = before
        speedBefore = -1
        isInterrupted = false
    }

    /// A child ended that did so much in a second; `sum` includes it, `rest` does not.
    mutating func end(of speed: Double?, sum: Double, rest: Double, othersCount: Int32, at now: Int64) {
        let span = now &- before.at
        let isComparable = !isInterrupted
        let others = speed.map { (sum - before.sum) / Double(max(span, 1)) * 1_000 - $0 } ?? -1
        begin(sum: rest, at: now)
        if !isComparable || span < Self.leastTime || othersCount == 0 || others <= 0 { return }
        (speedBefore, self.othersCount) = (others, othersCount)
    }

    /// - Returns: whether they share, where that has just been seen.
    mutating func look(sum: Double, at now: Int64) -> Bool? {
        if isInterrupted { begin(sum: sum, at: now) }
        let span = now &- before.at
        if span < Self.leastTime { return nil }
        if speedBefore > 0 {
            let speed = (sum - before.sum) / Double(span) * 1_000
            let equalShare = Double(othersCount + 1) / Double(othersCount)
            let sharing = speed > speedBefore * equalShare.squareRoot()
            begin(sum: sum, at: now)
            return sharing
        }
        // Looks that are compared are neither too recent nor too old.
        if next.at == before.at {
            next = Look(at: now, sum: sum)
        } else if now &- next.at >= Self.leastTime {
            before = next
            next = Look(at: now, sum: sum)
        }
        return nil
    }
}
