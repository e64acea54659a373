import Glibc
import ProgressCore

/// A simulated job, told to a tree and to the two plain ways to estimate; how wrong each is on the way.
struct SimulatedRun {
    static let points = [0.1, 0.5, 0.9]

    /// A row for ours, the exponential average and the average since the start; a column for each point.
    /// |estimated - true| / true of the time left, in parts; nil where nothing was said.
    private(set) var errors: [[Double?]] = [[], [], []]

    private let job: SimulatedJob
    private let fixture = TreeFixture()
    private let start: Int64
    /// Time constant of the exponential average, milliseconds.
    private let timeConstant = 10_000.0
    private var exponential: Double?
    private var sinceStart = 0.0
    private var last = (time: 0.0, done: 0.0)

    init(_ job: SimulatedJob) throws {
        self.job = job
        start = fixture.now
        let total = job.updates.reduce(0) { $0 + $1.count }
        try fixture.root("root", 0, of: job.workers.isEmpty ? total : Int64(job.workers.count))
        for (place, worker) in job.workers.enumerated() {
            try fixture.child("\(place)", of: "root", worth: 1, 0, of: worker)
        }
        fixture.tree.forest.recordsTouches = false
        try run(found: Double(job.found) / Double(total))
    }

    private mutating func run(found: Double) throws {
        var pause = job.pause
        for update in job.updates {
            if let due = pause, update.time > due.lowerBound {
                fixture.now = start + Int64(due.lowerBound)
                try fixture.control("root", .pause)
                fixture.now = start + Int64(due.upperBound)
                try fixture.control("root", .resume)
                pause = nil
            }
            fixture.now = start + Int64(update.time)
            try fixture.complete(job.workers.isEmpty ? "root" : "\(update.worker)", by: update.count)
            let done = fixture.fraction("root")
            note(done, at: update.time)
            let part = (done - found) / (1 - found)
            while let point = Self.points.dropFirst(errors[0].count).first, part >= point, update.time < job.end {
                look(done, at: update.time, paused: pause.map { $0.upperBound - $0.lowerBound } ?? 0)
            }
        }
    }

    /// The plain ways know neither units that were done before nor pauses.
    private mutating func note(_ done: Double, at time: Double) {
        sinceStart = done / time
        if time == last.time { return }
        let speed = (done - last.done) / (time - last.time)
        let weight = 1 - exp(-(time - last.time) / timeConstant)
        exponential = exponential.map { $0 + (speed - $0) * weight } ?? speed
        last = (time, done)
    }

    private mutating func look(_ done: Double, at time: Double, paused: Double) {
        let truth = (job.end - time - paused) / 1_000
        let ours = fixture.snapshot("root").estimatedTimeRemaining
        let plain = [exponential, sinceStart].map { $0.map { (1 - done) / $0 / 1_000 } }
        for (row, estimate) in ([ours] + plain).enumerated() {
            errors[row].append(estimate.map { abs($0 - truth) / truth })
        }
    }
}
