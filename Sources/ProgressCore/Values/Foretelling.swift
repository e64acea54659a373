import Glibc

/// The time that a root still takes, by earlier runs of its name, and how well they and its own rate have foretold it
/// so far (docs/decisions/0037).
///
/// 272 bytes. It depends on the samples of its node alone.
package struct Foretelling: Equatable, Sendable {
    /// The foretelling at an earlier moment of this run.
    package struct Moment: Equatable, Sendable {
        /// Seconds of work since the rate began.
        package var seconds = ShortUnits(0)
        package var fraction = ShortUnits(0)
        /// The part of the runs' time at which they had done as much.
        package var share = ShortUnits(0)
        /// Seconds that were left, by the runs and by the rate.
        package var byRuns = ShortUnits(0)
        package var byRate = ShortUnits(0)

        package init() {}
    }

    struct Estimate {
        /// Seconds.
        let timeRemaining: Double
        /// Width of the range that holds it in four of five cases, in seconds; nil if the rate's own one applies.
        let uncertainty: Double?
    }

    package static let runCount = 3
    package static let momentCount = 16
    /// Each remembered moment is so many times later than the one before.
    private static let step = 1.2
    /// Runs that disagree by more, as half the logarithm of largest by smallest, foretell nothing.
    private static let mostDisagreement = 0.25
    /// The weight of the runs' errors against those of the rate: the runs were never this one.
    private static let caution = 1.5
    /// The number of moments that the assumed errors weigh; and the assumed error of the rate, as a logarithm.
    private static let votes = 2.0
    private static let usualError = 0.15
    /// This run is as much slower than another as it was so far, the less the shorter that is: half at this share.
    private static let trust = 0.1
    /// Half of the 80 % range, in mean errors, and the least of it, as logarithms.
    private static let errorsInRange = 2.0
    private static let leastRange = 0.1

    private var runs: InlineArray<3, RunProfile>
    private var moments = InlineArray<16, Moment>(repeating: Moment())
    private var count: UInt8 = 0

    /// - Parameter runs: `runCount` of them.
    /// - Returns: nil if there are more or fewer, or too many moments.
    package init?(_ runs: [RunProfile], moments: [Moment] = []) {
        guard runs.count == Self.runCount, moments.count <= Self.momentCount else { return nil }
        self.runs = [runs[0], runs[1], runs[2]]
        for (place, moment) in moments.enumerated() { self.moments[place] = moment }
        count = UInt8(moments.count)
    }

    /// Takes those of the given runs that are most alike in length: one that was cut short does not spoil the others.
    init?(mostAlikeOf runs: [RunProfile]) {
        let sorted = runs.sorted { $0.seconds < $1.seconds }
        let starts = 0..<max(sorted.count - Self.runCount + 1, 0)
        let best = starts.min {
            sorted[$0 + 2].seconds / sorted[$0].seconds < sorted[$1 + 2].seconds / sorted[$1].seconds
        }
        guard let best else { return nil }
        self.init(Array(sorted[best..<best + Self.runCount]))
    }

    package static func == (one: Foretelling, other: Foretelling) -> Bool {
        for place in 0..<runCount where one.runs[place] != other.runs[place] { return false }
        guard one.count == other.count else { return false }
        for place in 0..<Int(one.count) where one.moments[place] != other.moments[place] { return false }
        return true
    }

    package func forEachRun(_ body: (RunProfile) -> Void) {
        for place in 0..<Self.runCount { body(runs[place]) }
    }

    package func forEachMoment(_ body: (Moment) -> Void) {
        for place in 0..<Int(count) { body(moments[place]) }
    }

    package var recordedMomentCount: Int { Int(count) }

    // MARK: Remembering

    /// Whether this moment is one to be remembered. Cost: a comparison.
    func isDue(after seconds: Double) -> Bool {
        guard count > 0 else { return true }
        let last = Double(moments[Int(count) - 1].seconds.value)
        return seconds >= Self.step * last || Self.isOtherWork(seconds, than: last)
    }

    /// The rate began again: earlier foretellings were about other work.
    private static func isOtherWork(_ seconds: Double, than last: Double) -> Bool { seconds < last / step }

    /// - Parameters:
    ///   - seconds: of work, since the rate began.
    ///   - byRate: the seconds that are left by the rate.
    mutating func note(after seconds: Double, at fraction: Double, byRate: Double) {
        if count > 0 && Self.isOtherWork(seconds, than: Double(moments[Int(count) - 1].seconds.value)) { count = 0 }
        guard let past = past(after: seconds, at: fraction) else { return }
        var moment = Moment()
        moment.seconds = ShortUnits(Float(seconds))
        moment.fraction = ShortUnits(Float(fraction))
        moment.share = ShortUnits(Float(past.share))
        moment.byRuns = ShortUnits(Float(past.timeRemaining))
        moment.byRate = ShortUnits(Float(byRate))
        if Int(count) == Self.momentCount {
            for place in 1..<Self.momentCount { moments[place - 1] = moments[place] }
            count -= 1
        }
        moments[Int(count)] = moment
        count += 1
    }

    // MARK: Foretelling

    /// The foretelling of the runs, and by how much they disagree.
    private func past(
        after seconds: Double,
        at fraction: Double
    ) -> (timeRemaining: Double, share: Double, disagreement: Double)? {
        var times = InlineArray<3, Double>(repeating: 0)
        var shares = InlineArray<3, Double>(repeating: 0)
        for place in 0..<Self.runCount {
            let share = runs[place].share(at: fraction)
            let usual = Double(runs[place].seconds)
            let isMeasured = share > 0 && seconds > 0
            let pace = isMeasured ? pow(seconds / (usual * share), share / (share + Self.trust)) : 1
            times[place] = usual * pace * (1 - share)
            shares[place] = share
        }
        let (least, most) = (min(times[0], times[1], times[2]), max(times[0], times[1], times[2]))
        guard least > 0, most.isFinite else { return nil }
        return (Self.middle(times), Self.middle(shares), 0.5 * log(most / least))
    }

    private static func middle(_ three: InlineArray<3, Double>) -> Double {
        max(min(three[0], three[1]), min(max(three[0], three[1]), three[2]))
    }

    /// The runs and the rate together, each by how well it has foretold this run so far.
    ///
    /// Rounded to a millisecond, so that every library of logarithms gives the same result.
    /// - Parameter byRate: nil where the rate says nothing yet.
    /// - Returns: nil where the runs say nothing.
    func estimate(after seconds: Double, at fraction: Double, byRate: Double?) -> Estimate? {
        guard let past = past(after: seconds, at: fraction), past.disagreement < Self.mostDisagreement else {
            return nil
        }
        guard let byRate, byRate > 0 else {
            return Self.estimate(past.timeRemaining, error: past.disagreement)
        }
        var (ofRuns, ofRate, weight) = (Self.votes * past.disagreement, Self.votes * Self.usualError, Self.votes)
        for place in 0..<Int(count) {
            let moment = moments[place]
            let (elapsed, known) = (seconds - Double(moment.seconds.value), Double(moment.fraction.value))
            let (byRunsThen, byRateThen) = (Double(moment.byRuns.value), Double(moment.byRate.value))
            guard elapsed > 0, fraction > known, byRunsThen > 0, byRateThen > 0 else { continue }
            let share = Double(moment.share.value)
            let runsWay = byRunsThen * max(past.share - share, 0) / max(1 - share, 1e-9)
            let rateWay = byRateThen * (fraction - known) / max(1 - known, 1e-9)
            ofRuns += Self.error(byRunsThen, past.timeRemaining, way: runsWay, elapsed)
            ofRate += Self.error(byRateThen, byRate, way: rateWay, elapsed)
            weight += 1
        }
        let ratio = Self.caution * ofRuns / ofRate
        let share = 1 / (1 + ratio * ratio * ratio)
        let mixed = exp(share * log(past.timeRemaining) + (1 - share) * log(byRate))
        if share < 0.5 { return Estimate(timeRemaining: Self.rounded(mixed), uncertainty: nil) }
        return Self.estimate(mixed, error: max(ofRuns / weight, past.disagreement))
    }

    /// The error of foretelling `then`: by the time that the way up to here took, or by the end as it is foretold now,
    /// whichever is worse.
    private static func error(_ then: Double, _ now: Double, way: Double, _ elapsed: Double) -> Double {
        max(abs(log((elapsed + now) / then)), abs(log(max(way, 1e-3) / elapsed)))
    }

    private static func estimate(_ seconds: Double, error: Double) -> Estimate {
        let range = max(errorsInRange * error, leastRange)
        let time = rounded(seconds)
        return Estimate(timeRemaining: time, uncertainty: rounded(time * (exp(range) - exp(-range))))
    }

    private static func rounded(_ seconds: Double) -> Double { (seconds * 1_000).rounded() / 1_000 }
}

/// A foretelling that is to outlive its process: few nodes have one.
package final class ForetellingBox: Equatable, Sendable {
    package let foretelling: Foretelling

    package init(_ foretelling: Foretelling) { self.foretelling = foretelling }

    package static func == (one: ForetellingBox, other: ForetellingBox) -> Bool {
        one.foretelling == other.foretelling
    }
}
