/// The speed of a progress, from samples of its units that writes give (docs/decisions/0035).
///
/// It keeps how much was done when, in blocks, and gives the mean speed since that last changed clearly. It begins at
/// the first sample: work done before does not count. While it rests, neither time nor units count. All of it depends
/// on the calls alone.
struct Rate {
    /// Milliseconds between the first sample and the last before anything is said.
    static let evidence: Float = 2_000
    /// Beyond this a number of units is that of no work; the speed stays in a `Float`.
    private static let most = 1e30
    /// Milliseconds without an update for which a rate is believed at least, and how many usual gaps it is at least.
    static let leastSilence: Int64 = 30_000
    private static let gapsInSilence: Float = 5
    /// Milliseconds; the resolution of samples, and of the newest update.
    private static let tick: Int64 = 128
    /// Updates per second where they were not counted: five gaps are the least silence.
    static let assumedUpdatesPerSecond = gapsInSilence / Float(leastSilence) * 1_000
    /// The window in which updates are counted, in milliseconds: at least, by how much of the time that passes it grows
    /// from there on, and at most, because a sample must not become too small a part of it for a `Float`.
    private static let shortWindow: Float = 10_000
    private static let growth: Float = 0.3
    private static let longWindow: Float = 14_400_000

    /// At the last sample; while it rests, those that came since then.
    private var units: Double
    /// Milliseconds since 1970; while it rests, -1 less those since the last sample.
    private var sampledAt: Int64
    private var blocks = RateBlocks()
    /// The end that the node told its parent, and its knowledge of its children.
    var told = ToldTime()
    /// Samples in the window, for each of its seconds: several updates within 128 ms are one.
    private var updatesPerSecond: Float = 0
    /// Milliseconds of the one silence that was told so far; 0 if there was none, -1 if there were several.
    private var heldSilence: Float = 0
    /// How many ticks after the last sample the newest update came, twice; and 1 if the queue has an entry.
    private var newestUpdate: UInt32 = 0

    init(units: Double, at now: Int64) {
        self.units = Self.clamped(units)
        sampledAt = max(now, 0)
    }

    init(_ stored: StoredRate) {
        units = Self.clamped(stored.units)
        sampledAt = stored.sampledAt
        blocks = stored.blocks
        told = stored.told
        updatesPerSecond = stored.updatesPerSecond
        heldSilence = stored.heldSilence
    }

    var stored: StoredRate {
        var stored = StoredRate(units: units, sampledAt: sampledAt)
        stored.blocks = blocks
        stored.told = told
        stored.updatesPerSecond = updatesPerSecond
        stored.heldSilence = heldSilence
        return stored
    }

    var isResting: Bool { sampledAt < 0 }

    /// When it was sampled last, in milliseconds since 1970; not used while it rests.
    var lastSample: Int64 { sampledAt }

    /// 0 while it rests.
    func secondsSinceSample(at now: Int64) -> Double { isResting ? 0 : Double(max(now - sampledAt, 0)) / 1_000 }

    /// Whether it says anything.
    var hasEvidence: Bool { blocks.milliseconds >= Self.evidence }

    /// Whether it has at most one sample.
    var isEmpty: Bool { blocks.milliseconds == 0 }

    /// Seconds since it began, without those at rest.
    var secondsWorked: Double { Double(blocks.milliseconds) / 1_000 }

    /// Nil without evidence. Cost: a search over all blocks.
    var speed: RateSpeed? { hasEvidence ? blocks.speed(updatesPerSecond: Double(updatesPerSecond)) : nil }

    /// Units that went back are no negative speed: no work was done in that time.
    mutating func sample(_ units: Double, at now: Int64) {
        if isResting { return }
        let units = Self.clamped(units)
        if Self.isOtherWork(units, than: self.units) { return beginAgain(units, at: now) }
        noteSilence(at: now)
        let time = Float(max(now - sampledAt, 0))
        if time < blocks.resolution {
            // A clock that was put back must not stop it.
            sampledAt = min(sampledAt, max(now, 0))
            return
        }
        let window = window
        let updates = updatesPerSecond * window / 1_000 + 1
        updatesPerSecond = updates / ((window + time) / 1_000)
        blocks.add(min(max(units - self.units, 0), Self.most), in: time)
        self.units = units
        sampledAt = max(now, 0)
    }

    /// Milliseconds in which updates are counted.
    private var window: Float {
        let all = blocks.milliseconds
        if all <= Self.shortWindow { return all }
        return min(Self.shortWindow + Self.growth * (all - Self.shortWindow), Self.longWindow)
    }

    /// Whether a count that was `before` is that of other work now.
    static func isOtherWork(_ units: Double, than before: Double) -> Bool { before > 0 && units < before / 2 }

    /// Whether so many units are those of other work than was sampled last; while it does not rest.
    func isOtherWork(_ units: Double) -> Bool { Self.isOtherWork(Self.clamped(units), than: self.units) }

    /// Other work begins: nothing is known of it.
    mutating func beginAgain(_ units: Double, at now: Int64) {
        let (isAwaited, rested, told) = (isAwaited, isResting, told)
        self = Rate(units: units, at: now)
        (self.isAwaited, self.told) = (isAwaited, told)
        if rested { rest(units, at: now) }
    }

    /// The units changed without work.
    mutating func shift(by units: Double) {
        if !isResting { self.units = Self.clamped(self.units + units) }
    }

    /// No report was possible from `then` to `now`. An earlier restart has skipped the time before the last sample.
    mutating func skip(from then: Int64, to now: Int64) {
        if !isResting { sampledAt += max(now - max(then, sampledAt), 0) }
    }

    /// Comes to rest.
    mutating func rest(_ units: Double, at now: Int64) {
        if isResting { return }
        self.units = Self.clamped(units) - self.units
        sampledAt = -1 - max(now - sampledAt, 0)
    }

    /// Continues where it came to rest.
    mutating func resume(_ units: Double, at now: Int64) {
        if !isResting { return }
        self.units = Self.clamped(units) - self.units
        sampledAt = max(now + 1 + sampledAt, 0)
    }

    // MARK: Silence

    /// An update came, of the node itself or of something below it.
    mutating func hear(at now: Int64) {
        noteSilence(at: now)
        let elapsed = isResting ? -1 - sampledAt : max(now - sampledAt, 0)
        newestUpdate = UInt32(clamping: min(elapsed / Self.tick, Int64(UInt32.max >> 1)) * 2) | (newestUpdate & 1)
    }

    /// A silence that was told does not count as work at speed 0, except for one usual gap, until it happens again:
    /// then silences are part of the work, the first one too.
    private mutating func noteSilence(at now: Int64) {
        if isResting || !hasEvidence || now < silentAt { return }
        if heldSilence == 0 {
            let gap = Int64(1_000 / max(updatesPerSecond, 1e-6))
            let held = max(now - newestUpdateAt - gap, 1)
            heldSilence = Float(held)
            sampledAt += held
        } else {
            sampledAt = max(sampledAt - Int64(max(heldSilence, 0)), 0)
            heldSilence = -1
        }
    }

    /// It may have come a tick later.
    private var newestUpdateAt: Int64 { sampledAt + Int64(newestUpdate >> 1) * Self.tick }

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

    /// When it is silent for too long if no other update comes; it does not rest. The newest update may have come a
    /// tick later than is known.
    var silentAt: Int64 { newestUpdateAt + Self.tick + (hasEvidence ? longestSilence : Self.leastSilence) }

    /// When it can be silent for too long at the earliest, however short the usual gap becomes.
    var firstLookAt: Int64 { newestUpdateAt + Self.tick + Self.leastSilence }

    /// - Precondition: `units` is a number, or infinite.
    static func clamped(_ units: Double) -> Double { max(-most, min(units, most)) }
}
