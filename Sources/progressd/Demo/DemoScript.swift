import Glibc
import Platform

/// Plays the jobs: the past quickly, then as time passes. The seed and the clock decide everything.
struct DemoScript: Sendable {
    private static let night = 86_400.0
    /// The seconds between two reports of earlier nights, of the last minutes, and from now on.
    private static let (nightly, recently, live) = (20.0, 2.0, 0.25)

    private let client: DemoClient
    private let seed: UInt64
    private let clock: DemoClock
    private var workers: [DemoWorker] = []
    private var now: Double

    /// Sets the clock to the first night.
    init(_ port: UInt16, below prefix: String, seed: UInt64, clock: DemoClock) {
        client = DemoClient(port: port, prefix: prefix)
        self.seed = seed
        self.clock = clock
        let nights = DemoScene.jobs.map(\.nights).max() ?? 0
        let age = DemoScene.jobs.map(\.age).max() ?? 0
        now = -(Double(nights) * Self.night + age)
        clock.start(secondsAgo: -now)
    }

    /// Everything up to now, as fast as the service takes it.
    mutating func catchUp(until isOver: Flag) {
        for job in DemoScene.jobs where job.nights > 0 {
            for night in (1...job.nights).reversed() {
                move(to: -Double(night) * Self.night - job.age)
                workers = [DemoWorker(job, seed: seed &+ UInt64(night), start: now)]
                repeat { step(Self.nightly) } while !workers[0].isResting && !isOver.isRaised
            }
        }
        workers = zip(0..., DemoScene.jobs).map { number, job in
            DemoWorker(job, seed: seed &+ UInt64(1_000 + number), start: -job.age)
        }
        move(to: -(DemoScene.jobs.map(\.age).max() ?? 0))
        while now < 0 && !isOver.isRaised { step(Self.recently) }
    }

    /// From now on, until it is over.
    mutating func play(until isOver: Flag) {
        while !isOver.isRaised {
            usleep(useconds_t(Self.live * 1e6))
            now += Self.live
            work(Self.live)
        }
    }

    private mutating func move(to moment: Double) {
        clock.advance(by: moment - now)
        now = moment
    }

    private mutating func step(_ seconds: Double) {
        move(to: now + seconds)
        work(seconds)
    }

    private mutating func work(_ elapsed: Double) {
        let calls = workers.indices.map { workers[$0].calls(at: now, after: elapsed) }
        var directives = client.send(calls.flatMap { $0 })[...]
        for index in workers.indices {
            workers[index].read(directives.prefix(calls[index].count))
            directives = directives.dropFirst(calls[index].count)
        }
    }
}
