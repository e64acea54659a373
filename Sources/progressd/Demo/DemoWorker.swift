/// Works through one job over and over: it decides what to report at a moment, and how to follow the replies.
struct DemoWorker {
    private struct Leaf {
        enum State { case open, paused, over, stopped, failed }

        let step: DemoStep
        let name: String
        var done = 0.0
        var state = State.open
    }

    private enum Phase {
        case resting(until: Double)
        case working
        /// A part has failed: the whole is given up at a moment.
        case failing(until: Double)
    }

    private let job: DemoJob
    private var leaves: [Leaf] = []
    private var phase: Phase
    private var isPauseDue = true
    /// The leaves that the last calls reported, in their order.
    private var reported: [Int] = []
    private var generator: DemoGenerator

    /// - Parameter start: when its first run begins, in seconds.
    init(_ job: DemoJob, seed: UInt64, start: Double) {
        self.job = job
        phase = .resting(until: start)
        generator = DemoGenerator(seed: seed)
    }

    var isResting: Bool { if case .resting = phase { true } else { false } }

    /// The calls at a moment, `elapsed` seconds after the last ones. `read` takes the replies.
    mutating func calls(at now: Double, after elapsed: Double) -> [DemoCall] {
        reported = []
        switch phase {
        case .resting(let until): return now < until ? [] : [begin()]
        case .failing(let until) where now >= until:
            phase = .resting(until: now + job.rest)
            return [.post("fail", job.step.name, #"{"message":"\#(job.giveUp.message)"}"#)]
        default: return reports(at: now, after: elapsed)
        }
    }

    /// Obeys: a leaf that is paused waits, one that is cancelled or gone is over.
    mutating func read(_ directives: some Sequence<DemoDirective>) {
        for (index, directive) in zip(reported, directives) where leaves[index].state != .failed {
            switch directive {
            case .run: if leaves[index].state == .paused { leaves[index].state = .open }
            case .pause: if leaves[index].state == .open { leaves[index].state = .paused }
            case .cancel, .none: if leaves[index].state != .over { leaves[index].state = .stopped }
            }
        }
    }

    private mutating func begin() -> DemoCall {
        leaves = []
        collect(job.step, job.step.name)
        phase = .working
        isPauseDue = job.pause != nil
        return .begin(job.step.name, job.step.body())
    }

    private mutating func collect(_ step: DemoStep, _ name: String) {
        if step.parts.isEmpty { leaves.append(Leaf(step: step, name: name)) }
        for part in step.parts { collect(part, "\(name).\(part.name)") }
    }

    private mutating func reports(at now: Double, after elapsed: Double) -> [DemoCall] {
        var first = 0
        let active = self.active(job.step, &first)
        if active.isEmpty { return end(at: now) }
        var calls = active.map { report($0, after: elapsed) }
        if let pause = job.pause, isPauseDue, let leaf = leaves.first,
            leaf.done > Double(leaf.step.units) * pause.fraction
        {
            isPauseDue = false
            calls.append(.post("pause", job.step.name, #"{"reason":"\#(pause.reason)"}"#))
        }
        return calls
    }

    /// Nothing is left to do: the run has finished, or will be given up, or a user stopped a part of it. A name is
    /// given up only by a progress that has ended, so a run that can no longer finish is cancelled.
    private mutating func end(at now: Double) -> [DemoCall] {
        guard case .working = phase else { return [] }
        if leaves.contains(where: { $0.state == .failed }) {
            phase = .failing(until: now + job.giveUp.seconds)
            return []
        }
        phase = .resting(until: now + job.rest)
        guard leaves.contains(where: { $0.state == .stopped }) else { return [] }
        return [.post("cancel", job.step.name, #"{"reason":"A part of it was stopped"}"#)]
    }

    /// The leaves at work below a step, whose first leaf is `first`; then `first` is the one after the step.
    private func active(_ step: DemoStep, _ first: inout Int) -> [Int] {
        if step.parts.isEmpty {
            defer { first += 1 }
            let state = leaves[first].state
            return state == .open || state == .paused ? [first] : []
        }
        var found: [Int] = []
        var (working, isBlocked) = (0, false)
        for part in step.parts {
            let start = first
            let below = active(part, &first)
            guard working < step.width, !isBlocked else { continue }
            found += below
            if !below.isEmpty { working += 1 }
            // Parts after a failed one do not begin.
            isBlocked = step.width == 1 && leaves[start..<first].contains { $0.state == .failed }
        }
        return found
    }

    private mutating func report(_ index: Int, after elapsed: Double) -> DemoCall {
        reported.append(index)
        let step = leaves[index].step
        if leaves[index].state == .open {
            leaves[index].done += step.rate * elapsed * Double.random(in: 0.6...1.4, using: &generator)
        }
        if let failure = step.failure, leaves[index].done >= Double(step.units) * failure.fraction {
            leaves[index].state = .failed
            let body = #"{"message":"\#(failure.message)","code":"\#(failure.code)"}"#
            return .post("fail", leaves[index].name, body)
        }
        var count = Int(leaves[index].done)
        if step.units >= 0 && count >= step.units {
            count = step.units
            leaves[index].state = .over
        }
        var members = [#""completedUnitCount":\#(count)"#, #""started":true"#]
        if step.files > 0 { members.append(#""fileCompletedCount":\#(step.files * count / max(1, step.units))"#) }
        return .patch(leaves[index].name, members)
    }
}

/// SplitMix64: the same numbers for the same seed.
struct DemoGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}
