import TestSupport
import Testing

@testable import ProgressCore

/// Blocks compared with the values that they represent, and the speeds that they tell apart.
struct RateBlockTests {
    private func speed(_ blocks: RateBlocks, updates: Double = 10) -> Double {
        blocks.speed(updatesPerSecond: updates).unitsPerSecond
    }

    @Test func `a rate takes 72 bytes`() {
        #expect(MemoryLayout<Rate>.size <= 72 && MemoryLayout<Rate>.stride <= 72)
    }

    @Test(arguments: 0..<40)
    func `all time is kept, and the units but for rounding, however the time is cut`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var blocks = RateBlocks()
        var (units, milliseconds) = (0.0, 0.0)
        for _ in 0..<Int.random(in: 1...400, using: &generator) {
            let longest = [10, 1_000, 100_000, 1_000_000].randomElement(using: &generator) ?? 1
            let time = Float(Int.random(in: 1...longest, using: &generator))
            let some = Double.random(in: 0...1_000, using: &generator)
            blocks.add(some, in: time)
            units += some
            milliseconds += Double(time)
        }

        var kept = Double(blocks.openUnits)
        blocks.forEachBlock { kept += Double($0.value) }

        #expect(abs(Double(blocks.milliseconds) - milliseconds) <= milliseconds * 1e-5)
        #expect(abs(kept - units) <= units * 1e-3)
        #expect(blocks.blockCount < RateBlocks.capacity)
    }

    @Test func `an even speed is told exactly, whatever the gaps are`() {
        var blocks = RateBlocks()
        for time: Float in [100, 300, 7_000, 500, 60_000, 1, 999_999, 3_600_000] {
            blocks.add(Double(time) / 100, in: time)
            #expect(abs(speed(blocks) - 10) < 1e-3)
        }
    }

    @Test(arguments: [0.1, 0.33, 3, 10, 1_000], [60, 300, 2_000])
    func `what is before a clear change of speed is no speed`(factor: Double, before: Int) {
        var blocks = RateBlocks()
        for _ in 0..<before { blocks.add(10, in: 1_000) }
        for _ in 0..<before { blocks.add(10 * factor, in: 1_000) }

        #expect(abs(speed(blocks, updates: 1) / (10 * factor) - 1) < 0.1)
    }

    @Test(arguments: 0..<20)
    func `noise is no change of speed, nor are few updates`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var (noisy, few) = (RateBlocks(), RateBlocks())
        for _ in 0..<500 { noisy.add(Double.random(in: 5...15, using: &generator), in: 1_000) }
        for _ in 0..<12 { few.add(1, in: Float.random(in: 1_000...30_000, using: &generator)) }

        #expect(noisy.speed(updatesPerSecond: 1).seconds > 400)
        #expect(abs(few.speed(updatesPerSecond: 0.07).seconds - Double(few.milliseconds) / 1_000) < 1e-3)
    }

    @Test func `no work is no speed, and huge work a finite one`() {
        var (none, huge) = (RateBlocks(), RateBlocks())
        #expect(speed(none) == 0)
        for _ in 0..<100 {
            none.add(0, in: 1_000)
            huge.add(1e30, in: 1)
            huge.add(1e30, in: 1e12)
        }

        #expect(speed(none) == 0)
        #expect(speed(huge).isFinite && speed(huge) > 0)
    }

    // MARK: How sure it is

    private func uncertainty(of seconds: Double, after worked: Int, noise: Double = 0) -> Double? {
        var blocks = RateBlocks()
        for second in 0..<worked { blocks.add(second % 400 < 200 ? 10 + noise : 10 - noise, in: 1_000) }
        return blocks.speed(updatesPerSecond: 1).uncertainty(of: seconds)
    }

    @Test func `nothing is known of the time left before a tenth of the work is done, or of work that does not move`() {
        #expect(uncertainty(of: 901, after: 100) == nil)
        #expect(uncertainty(of: 899, after: 100) != nil)
        var idle = RateBlocks()
        for _ in 0..<100 { idle.add(0, in: 1_000) }
        #expect(idle.speed(updatesPerSecond: 1).uncertainty(of: 10) == nil)
    }

    @Test func `the most even work is sure of three parts in ten of the time left, at best`() throws {
        let late = try #require(uncertainty(of: 100, after: 900))
        let early = try #require(uncertainty(of: 100, after: 20))

        #expect(late > 29 && late < 32)
        #expect(early > 55 && early < 60)
    }

    @Test func `uneven work is less sure`() throws {
        let even = try #require(uncertainty(of: 100, after: 900))
        let uneven = try #require(uncertainty(of: 100, after: 900, noise: 8))

        #expect(uneven > 2 * even)
    }
}
