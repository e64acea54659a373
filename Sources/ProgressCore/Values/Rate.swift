/// How fast a progress moves, from samples of its units that writes give (docs/decisions/0009).
///
/// It is the mean speed over a window: all of the first ten seconds of work, later about its last third, towards the end
/// two thirds of what is left. Bursts are in proportion in it, and a change of speed is believed in time. It begins at
/// the first sample: what was done before is not speed. While it rests, neither time nor units count. All of it depends
/// on the calls alone.
struct Rate {
    /// Milliseconds in which everything counts alike.
    private static let shortWindow: Float = 10_000
    /// By how much of the time that passes the window grows from there on, until it is four hours long: a sample must
    /// not become too small a part of it for a `Float`.
    private static let growth: Float = 0.3
    private static let longWindow: Float = 14_400_000
    /// The part of the time left that the window may have, if that is more than the short one.
    private static let horizon = 2.0 / 3
    /// Milliseconds between the first sample and the last before anything is said.
    private static let evidence: Float = 2_000
    /// Beyond this a number of units is that of no work; the speed stays in a `Float`.
    private static let most = 1e30
    /// Milliseconds without an update for which a rate is believed at least, and how many usual gaps it is at least.
    static let leastSilence: Int64 = 30_000
    private static let gapsInSilence: Float = 5
    /// Milliseconds; the resolution of samples, and of the newest update.
    private static let tick: Int64 = 128
    /// Updates per second where nobody counted them: five gaps are the least silence.
    static let assumedUpdatesPerSecond = gapsInSilence / Float(leastSilence) * 1_000

    /// At the last sample; while it rests, those that came since then.
    private var units: Double
    /// Milliseconds since 1970; while it rests, -1 less those since the last sample.
    private var sampledAt: Int64
    private var unitsPerSecond: Float = 0
    /// Milliseconds.
    private var window: Float = 0
    /// Samples in the window, for each of its seconds: several updates within 128 ms are one.
    private var updatesPerSecond: Float = 0
    /// How many ticks after the last sample the newest update came, twice; and 1 if the queue has an entry.
    private var newestUpdate: UInt32 = 0

    init(units: Double, at now: Int64) {
        self.units = Self.clamped(units)
        sampledAt = max(now, 0)
    }

    init(_ stored: StoredRate) {
        units = Self.clamped(stored.units)
        sampledAt = stored.sampledAt
        unitsPerSecond = stored.unitsPerSecond
        window = stored.window
        updatesPerSecond = stored.updatesPerSecond
    }

    var stored: StoredRate {
        StoredRate(
            units: units,
            sampledAt: sampledAt,
            unitsPerSecond: unitsPerSecond,
            window: window,
            updatesPerSecond: updatesPerSecond
        )
    }

    var isResting: Bool { sampledAt < 0 }

    /// Units per second; nil without evidence.
    var value: Double? { window < Self.evidence ? nil : Double(unitsPerSecond) }

    /// Units that went back are no negative speed: no work was done in that time.
    /// - Parameter total: all units that there are to do; nil where nobody knows.
    mutating func sample(_ units: Double, of total: Double?, at now: Int64) {
        if isResting { return }
        let units = Self.clamped(units)
        let milliseconds = Float(max(now - sampledAt, 0))
        let time = Double(window + milliseconds) / 1_000
        if time == 0 { return }
        let work = Double(unitsPerSecond) * Double(window) / 1_000 + max(units - self.units, 0)
        unitsPerSecond = Float(min(work / time, Self.most))
        updatesPerSecond = Float((Double(updatesPerSecond) * Double(window) / 1_000 + 1) / time)
        let grown = min(window + Self.growth * milliseconds, Self.longWindow, longest(before: total, from: units))
        window = min(window + milliseconds, max(Self.shortWindow, grown))
        self.units = units
        sampledAt = max(now, 0)
    }

    private func longest(before total: Double?, from units: Double) -> Float {
        guard let total, unitsPerSecond > 0 else { return .infinity }
        return Float(min(max(total - units, 0) / Double(unitsPerSecond) * 1_000 * Self.horizon, Self.most))
    }

    /// The units became others, and nobody worked for it.
    mutating func shift(by units: Double) {
        if !isResting { self.units = Self.clamped(self.units + units) }
    }

    /// From `then` to `now` nobody could have reported. An earlier restart has skipped what is before the last sample.
    mutating func skip(from then: Int64, to now: Int64) {
        if !isResting { sampledAt += max(now - max(then, sampledAt), 0) }
    }

    /// Stands still from now on.
    mutating func rest(_ units: Double, at now: Int64) {
        if isResting { return }
        self.units = Self.clamped(units) - self.units
        sampledAt = -1 - max(now - sampledAt, 0)
    }

    /// Goes on where it came to rest.
    mutating func resume(_ units: Double, at now: Int64) {
        if !isResting { return }
        self.units = Self.clamped(units) - self.units
        sampledAt = max(now + 1 + sampledAt, 0)
    }

    // MARK: Silence

    /// An update came, of the node itself or of something below it.
    mutating func hear(at now: Int64) {
        let elapsed = isResting ? -1 - sampledAt : max(now - sampledAt, 0)
        newestUpdate = UInt32(clamping: min(elapsed / Self.tick, Int64(UInt32.max >> 1)) * 2) | (newestUpdate & 1)
    }

    /// Whether the queue of deadlines has an entry that looks for silence.
    var isAwaited: Bool {
        get { newestUpdate & 1 != 0 }
        set { newestUpdate = newestUpdate & ~1 | (newValue ? 1 : 0) }
    }

    /// Milliseconds without an update after which the rate is not believed.
    var longestSilence: Int64 {
        let gaps = Self.gapsInSilence * 1_000 / max(updatesPerSecond, 1e-6)
        return max(Self.leastSilence, Int64(gaps))
    }

    /// When it is silent for too long if no other update comes; it does not rest. The newest update may have come a tick
    /// later than is known.
    var silentAt: Int64 { sampledAt + Int64(newestUpdate >> 1) * Self.tick + Self.tick + longestSilence }

    /// When it can be silent for too long at the earliest, however short the usual gap becomes.
    var firstLookAt: Int64 { silentAt - longestSilence + Self.leastSilence }

    /// - Precondition: `units` is a number, or infinite.
    static func clamped(_ units: Double) -> Double { max(-most, min(units, most)) }
}
