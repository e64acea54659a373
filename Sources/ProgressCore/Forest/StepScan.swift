/// The steps below a root that a run keeps: the failed ones first, then the longest, at most `RunStep.mostOfRun`.
struct StepScan {
    private struct Candidate {
        let rank: Int64
        /// In the order of the tree.
        let position: Int
        let index: NodeIndex
    }

    private static let failed: Int64 = 1 << 62

    /// The number of steps in each state.
    private(set) var counts = Array(repeating: 0, count: ProgressState.allCases.count)
    private var candidates: [Candidate] = []
    private var position = 0
    /// The rank that later steps must exceed.
    private var floor = Int64.min
    /// Milliseconds since 1970, for steps that work.
    private let now: Int64
    /// The run is gone: steps that have not ended were cancelled at this moment.
    private let isGone: Bool

    /// Cost: O(subtree).
    init(below top: NodeIndex, in forest: borrowing Forest, at now: Int64, isGone: Bool = false) {
        self.now = now
        self.isGone = isGone
        var current = forest.nodes.next(after: top, within: top)
        while let index = current {
            add(index, in: forest)
            current = forest.nodes.next(after: index, within: top)
        }
    }

    private mutating func add(_ index: NodeIndex, in forest: borrowing Forest) {
        let state = self.state(of: index, in: forest)
        counts[Int(state.rawValue)] += 1
        position += 1
        let start = forest[index].startedAt
        let end = forest[index].isEnded ? forest[index].endedAt : now
        var rank = start < 0 ? -1 : max(end - start, 0)
        if state == .failed { rank += Self.failed }
        if rank <= floor { return }
        candidates.append(Candidate(rank: rank, position: position, index: index))
        if candidates.count == 2 * RunStep.mostOfRun { keepBest() }
    }

    private mutating func keepBest() {
        candidates.sort { $0.rank == $1.rank ? $0.position < $1.position : $0.rank > $1.rank }
        candidates.removeSubrange(RunStep.mostOfRun...)
        floor = candidates[RunStep.mostOfRun - 1].rank
    }

    private func state(of index: NodeIndex, in forest: borrowing Forest) -> ProgressState {
        isGone && !forest[index].isEnded ? .cancelled : forest.state(of: index)
    }

    /// - Parameter name: of the root.
    mutating func steps(of name: String, in forest: borrowing Forest) -> [RunStep] {
        if candidates.count > RunStep.mostOfRun { keepBest() }
        candidates.sort { $0.position < $1.position }
        var steps: [RunStep] = []
        for candidate in candidates { steps.append(step(candidate.index, of: name, in: forest)) }
        return steps
    }

    private func step(_ index: NodeIndex, of name: String, in forest: borrowing Forest) -> RunStep {
        var step = RunStep(
            id: forest[index].id,
            parentID: forest[forest[index].parent].id,
            depth: forest.nodes.depth(of: index),
            state: state(of: index, in: forest),
            counts: forest[index].counts,
            createdAt: forest[index].createdAt
        )
        if forest[index].startedAt >= 0 { step.startedAt = forest[index].startedAt }
        if forest[index].isEnded { step.endedAt = forest[index].endedAt } else if isGone { step.endedAt = now }
        guard let details = forest[index].details?.details else { return step }
        step.name = details.name.map { Self.shortened($0, below: name) }
        step.localizedDescription = details.localizedDescription
        step.localizedDescription?.cut()
        step.failure = details.failure
        step.failure?.cutTexts()
        return step
    }

    /// A step has the same name in every run: without the name of the root and a dot in front.
    private static func shortened(_ name: String, below root: String) -> String {
        let (start, rest) = (root.utf8.count, name.utf8.dropFirst(root.utf8.count))
        guard name.utf8.count > start + 1, rest.first == UInt8(ascii: "."), name.hasPrefix(root) else { return name }
        return String(name.utf8.dropFirst(start + 1)) ?? name
    }
}
