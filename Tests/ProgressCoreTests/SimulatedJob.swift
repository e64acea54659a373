import Glibc
import TestSupport

/// A piece of work as its reporter sends it: updates with their times, in milliseconds since it was created.
struct SimulatedJob {
    struct Update {
        var time: Double
        /// A child's place in `workers`; meaningless for work without children.
        var worker = 0
        var count: Int64
    }

    static let units: Int64 = 1_000_000

    /// Updates of the root itself, if there are no workers.
    var updates: [Update] = []
    /// Units of the children, each worth the same part of the root; empty: the root is updated itself.
    var workers: [Int64] = []
    /// Units that the first update finds done already.
    var found: Int64 = 0
    var pause: Range<Double>?

    /// - Parameter speed: in parts of the work a second, by the time in seconds and the part that is done.
    init(every seconds: Double, _ generator: inout SeededGenerator, speed: (Double, Double) -> Double) {
        var done = 0.0
        var time = 0.0
        while done < 1 {
            time += seconds
            let before = Int64(done * Double(Self.units))
            done = min(done + speed(time, done) * seconds * generator.near(1, within: 0.5), 1)
            let count = Int64(done * Double(Self.units)) - before
            if count > 0 { updates.append(Update(time: time * 1_000, count: count)) }
        }
    }

    init() {}

    /// The time at which the work is done, and for how much of the rest of it from `time` on it is paused.
    var end: Double { updates.last?.time ?? 0 }
}

extension SimulatedJob {
    typealias Maker = @Sendable (inout SeededGenerator) -> SimulatedJob

    /// Patterns of work that reporters meet, by name.
    static let all: [(name: String, make: Maker)] = [
        ("steady", { SimulatedJob(every: 0.5, &$0) { _, _ in 1.0 / 300 } }),
        ("bursts of 20 updates every 7 to 13 s", bursts),
        ("on and off, 6 s each on average", onAndOff),
        ("fast, after 30 % a quarter of the speed", { SimulatedJob(every: 0.5, &$0) { $1 < 0.3 ? 0.01 : 0.0025 } }),
        (
            "slow for 30 s, then six times as fast",
            { SimulatedJob(every: 0.5, &$0) { time, _ in time < 30 ? 7e-4 : 4e-3 } }
        ),
        ("slower and slower, to a fifth", { SimulatedJob(every: 0.5, &$0) { 0.006 * (1 - 0.8 * $1) } }),
        (
            "in waves of two minutes, ± 60 %",
            { SimulatedJob(every: 0.5, &$0) { time, _ in 3e-3 * (1 + 0.6 * sin(time / 20)) } }
        ),
        ("200 files of very different size, counted", { files(200, by: 1, &$0) }),
        ("400 such files, four at a time", { files(400, by: 4, &$0) }),
        ("four children of different speed, in parallel", parallel),
        ("resumed: 60 % found done by the first update", resumed),
        ("paused for ten minutes after 40 %", paused),
    ]

    private static func bursts(_ generator: inout SeededGenerator) -> SimulatedJob {
        var job = SimulatedJob()
        var time = 0.0
        for _ in 0..<30 {
            time += 1_000 * generator.near(10, within: 0.3)
            let size = Int64(generator.near(Double(units) / 600, within: 0.5))
            for place in 0..<20 { job.updates.append(Update(time: time + Double(20 * place), count: size)) }
        }
        return job
    }

    private static func onAndOff(_ generator: inout SeededGenerator) -> SimulatedJob {
        var job = SimulatedJob()
        var time = 0.0
        for _ in 0..<40 {
            let end = time + 6_000 * generator.exponential()
            while time < end {
                time += 300
                job.updates.append(Update(time: time, count: Int64(generator.near(1_000, within: 0.3))))
            }
            time += 6_000 * generator.exponential()
        }
        return job
    }

    /// Sizes are spread log-normally (sigma 1.2); the files are counted.
    private static func files(_ count: Int, by workers: Int, _ generator: inout SeededGenerator) -> SimulatedJob {
        var job = SimulatedJob()
        var times = Array(repeating: 0.0, count: workers)
        for _ in 0..<count {
            let next = times.indices.min { times[$0] < times[$1] } ?? 0
            times[next] += 1_000 * exp(1.2 * generator.normal())
            job.updates.append(Update(time: times[next], count: 1))
        }
        job.updates.sort { $0.time < $1.time }
        return job
    }

    private static func parallel(_ generator: inout SeededGenerator) -> SimulatedJob {
        var job = SimulatedJob()
        for worker in 0..<4 {
            let alone = SimulatedJob(every: 0.5, &generator) { [speed = generator.near(1, within: 0.5)] _, _ in
                0.004 * speed
            }
            job.workers.append(units)
            job.updates += alone.updates.map { Update(time: $0.time, worker: worker, count: $0.count) }
        }
        job.updates.sort { $0.time < $1.time }
        return job
    }

    private static func resumed(_ generator: inout SeededGenerator) -> SimulatedJob {
        var job = SimulatedJob(every: 0.5, &generator) { _, _ in 1.0 / 300 }
        job.found = job.updates.reduce(0) { $0 + $1.count } * 3 / 2
        job.updates[0].count += job.found
        return job
    }

    private static func paused(_ generator: inout SeededGenerator) -> SimulatedJob {
        var job = SimulatedJob(every: 0.5, &generator) { _, _ in 1.0 / 300 }
        let pause = 120_000.0..<720_000.0
        for place in job.updates.indices where job.updates[place].time > pause.lowerBound {
            job.updates[place].time += pause.upperBound - pause.lowerBound
        }
        job.pause = pause
        return job
    }
}

extension SeededGenerator {
    mutating func near(_ middle: Double, within part: Double) -> Double {
        middle * Double.random(in: (1 - part)...(1 + part), using: &self)
    }

    mutating func exponential() -> Double { -log(1 - Double.random(in: 0..<1, using: &self)) }

    mutating func normal() -> Double {
        sqrt(2 * exponential()) * cos(2 * .pi * Double.random(in: 0..<1, using: &self))
    }
}
