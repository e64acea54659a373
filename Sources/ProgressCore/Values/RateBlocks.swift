/// The amount of work over time, in blocks of equal time, of which the last one is open. All of the work of a progress
/// is in them, however long it takes: when they are full, neighbours become one, and a block lasts twice as long.
package struct RateBlocks: Equatable, Sendable {
    package static let capacity = 14
    /// Milliseconds of a block at first.
    private static let firstLength: Float = 500
    /// A block beyond this is longer than any work.
    private static let highestExponent: UInt8 = 40
    /// How often the length of a block may have doubled.
    package static let doublings: ClosedRange<Int64> = 0...Int64(highestExponent)
    /// Larger amounts count as this.
    private static let most: Float = 1e37
    /// The open block counts by itself if it is longer than this part of one.
    private static let leastPart: Float = 0.1
    /// A cut explains this many times more than noise does, or there is none.
    private static let leastContrast = 20.0
    /// Relative noise of a block's speed that is taken for granted, squared, and the noise that one update more or less
    /// makes: few of them prove nothing.
    private static let leastNoise = 0.04 * 0.04
    private static let noiseOfUpdate = 0.3

    /// A block lasts `firstLength` doubled so many times.
    package private(set) var exponent: UInt8 = 0
    private(set) var count: UInt8 = 0
    /// Whether they are made from a mean, and so hold only the newest part of the work.
    package var isPart = false
    private var units = InlineArray<14, ShortUnits>(repeating: ShortUnits(0))
    package private(set) var openMilliseconds: Float = 0
    package private(set) var openUnits: Float = 0

    init() {}

    /// Restores stored blocks; if anything is out of range, there are none.
    package init(exponent: UInt8, units: [ShortUnits], openMilliseconds: Float, openUnits: Float) {
        guard exponent <= Self.highestExponent, units.count < Self.capacity else { return }
        guard openMilliseconds >= 0, openMilliseconds.isFinite, openUnits >= 0, openUnits.isFinite else { return }
        self.exponent = exponent
        count = UInt8(units.count)
        for (place, one) in units.enumerated() { self.units[place] = one }
        self.openMilliseconds = min(openMilliseconds, length)
        self.openUnits = openUnits
    }

    /// Converts the knowledge of a version that kept the mean speed over a window of so many milliseconds.
    package init(unitsPerSecond: Float, window: Float) {
        guard window > 0, window.isFinite, unitsPerSecond >= 0, unitsPerSecond.isFinite else { return }
        add(Double(unitsPerSecond) * Double(window) / 1_000, in: window)
        isPart = true
    }

    package static func == (one: RateBlocks, other: RateBlocks) -> Bool {
        guard one.exponent == other.exponent, one.count == other.count, one.isPart == other.isPart else { return false }
        for place in 0..<Int(one.count) where one.units[place] != other.units[place] { return false }
        return one.openMilliseconds == other.openMilliseconds && one.openUnits == other.openUnits
    }

    /// Units of each full block.
    package func forEachBlock(_ body: (ShortUnits) -> Void) {
        for place in 0..<Int(count) { body(units[place]) }
    }

    package var blockCount: Int { Int(count) }

    /// Milliseconds of a block.
    private var length: Float { Self.firstLength * Float(UInt64(1) << UInt64(exponent)) }

    /// Milliseconds of all blocks.
    var milliseconds: Float { Float(count) * length + openMilliseconds }

    /// Milliseconds below which an addition to the open block would get lost in a `Float`, at least in part.
    var resolution: Float { length / 65_536 }

    /// Spreads the units evenly over the time. Cost: a few additions; a step for each block that the time spans.
    /// - Precondition: both are at least 0.
    mutating func add(_ units: Double, in milliseconds: Float) {
        if milliseconds <= 0 { return }
        while milliseconds > Float(Self.capacity) * length && exponent < Self.highestExponent { merge() }
        let speed = Float(units / Double(milliseconds))
        var rest = milliseconds
        while openMilliseconds + rest >= length && exponent < Self.highestExponent {
            let part = length - openMilliseconds
            rest = max(rest - part, 0)
            openUnits += speed * part
            close()
        }
        openMilliseconds += rest
        openUnits = min(openUnits + speed * rest, Self.most)
    }

    private mutating func close() {
        units[Int(count)] = ShortUnits(openUnits)
        count += 1
        openUnits = 0
        openMilliseconds = 0
        if Int(count) == Self.capacity { merge() }
    }

    /// Each two neighbours become one; one that is left over becomes a part of the open block.
    private mutating func merge() {
        let pairs = Int(count) / 2
        if count & 1 != 0 {
            openUnits += units[Int(count) - 1].value
            openMilliseconds += length
        }
        for pair in 0..<pairs { units[pair] = ShortUnits(units[2 * pair].value + units[2 * pair + 1].value) }
        count = UInt8(pairs)
        exponent += 1
    }
}

// MARK: Speed

extension RateBlocks {
    /// Sums over blocks, from which the squared error of their mean speed follows.
    private struct Sums {
        var seconds = 0.0
        var units = 0.0
        /// Units squared, by seconds.
        var squares = 0.0

        var speed: Double { units / seconds }
        var error: Double { max(squares - units * units / seconds, 0) }

        static func - (all: Sums, part: Sums) -> Sums {
            Sums(
                seconds: all.seconds - part.seconds,
                units: all.units - part.units,
                squares: all.squares - part.squares
            )
        }
    }

    /// The mean speed since it last changed clearly: blocks before a clear change do not count.
    ///
    /// The best cut into two speeds is one if it explains far more than noise does; it is looked for again in the
    /// blocks after it. Cost: at most O(blocks²), mostly one pass.
    func speed(updatesPerSecond: Double) -> RateSpeed {
        var lengths = InlineArray<15, Double>(repeating: Double(length) / 1_000)
        var amounts = InlineArray<15, Double>(repeating: 0)
        var end = Int(count)
        for place in 0..<end { amounts[place] = Double(units[place].value) }
        if end == 0 || openMilliseconds > length * Self.leastPart {
            lengths[end] = Double(openMilliseconds) / 1_000
            amounts[end] = Double(openUnits)
            end += 1
        } else {
            lengths[end - 1] += Double(openMilliseconds) / 1_000
            amounts[end - 1] += Double(openUnits)
        }
        var from = 0
        while true {
            var all = Sums()
            for place in from..<end { Self.add(amounts[place], lengths[place], to: &all) }
            guard end - from > 2, let cut = Self.cut(amounts, lengths, from..<end, all, updatesPerSecond) else {
                let speed = all.seconds > 0 ? max(all.speed, 0) : 0
                return RateSpeed(
                    unitsPerSecond: speed,
                    seconds: all.seconds,
                    secondsWorked: Double(milliseconds) / 1_000,
                    variance: Self.variance(amounts, lengths, min(from, max(end - 4, 0))..<end, around: speed)
                )
            }
            from = cut
        }
    }

    private static func variance(
        _ amounts: InlineArray<15, Double>,
        _ lengths: InlineArray<15, Double>,
        _ places: Range<Int>,
        around speed: Double
    ) -> Double? {
        if places.count < 2 || speed <= 0 { return nil }
        var sum = 0.0
        for place in places {
            let deviation = amounts[place] / lengths[place] / speed - 1
            sum += lengths[place] * deviation * deviation
        }
        return sum / Double(places.count - 1)
    }

    private static func add(_ amount: Double, _ seconds: Double, to sums: inout Sums) {
        sums.seconds += seconds
        sums.units += amount
        sums.squares += amount * amount / seconds
    }

    /// Where the speed changed, if it did.
    private static func cut(
        _ amounts: InlineArray<15, Double>,
        _ lengths: InlineArray<15, Double>,
        _ places: Range<Int>,
        _ all: Sums,
        _ updatesPerSecond: Double
    ) -> Int? {
        var before = Sums()
        var best = (error: Double.infinity, place: places.lowerBound)
        for place in places.dropLast() {
            add(amounts[place], lengths[place], to: &before)
            let error = before.error + (all - before).error
            if error < best.error { best = (error, place + 1) }
        }
        let usual = all.speed * all.speed
        let expected = leastNoise * all.seconds / Double(places.count) + noiseOfUpdate / max(updatesPerSecond, 1e-6)
        let noise = best.error / Double(max(places.count - 2, 1)) + usual * expected
        return noise > 0 && all.error - best.error >= leastContrast * noise ? best.place : nil
    }
}
