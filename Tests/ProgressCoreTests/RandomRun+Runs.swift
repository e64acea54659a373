import ProgressCore

extension RandomRun {
    /// Compares what a name means, and which runs it remembers.
    func compareRuns(of name: String) throws {
        let found = (try? tree.find(name: name)).map { tree.forest.id(of: $0) }
        try require(found == model.node(named: name)?.id, "\(name) means \(found as Any)")
        for reach in [NameReach.everything, reach()] {
            let runs = tree.runs(of: name, within: reach)
            let expected = model.runs(of: name, within: reach)
            try require(runs.map(\.id) == expected, "\(name) remembers \(runs) instead of \(expected)")
            for run in runs { try compare(run) }
        }
    }

    private func compare(_ run: RunItem) throws {
        if let gone = model.goneRuns.first(where: { $0.id == run.id }) {
            try require(run.state == gone.state && run.counts == gone.counts, "the run \(run)")
            try require(run.number == gone.number && run.createdAt == gone.createdAt, "the run \(run)")
            return try compareSteps(of: run, gone)
        }
        guard let node = model.nodes.first(where: { $0.id == run.id }) else {
            return try require(false, "the run \(run) is nobody's")
        }
        try require(run.state == node.state && run.counts.completed == node.values.completed, "the run \(run)")
        try require(run.number == node.values.details.run?.number, "the run \(run)")
    }

    private func compareSteps(of run: RunItem, _ gone: Model.GoneRun) throws {
        for state in ProgressState.allCases {
            let count = run.story.stepCounts.isEmpty ? 0 : run.story.stepCounts[Int(state.rawValue)]
            try require(count == gone.steps.count { $0.state == state }, "the counts of steps of \(run)")
        }
        // Older runs give theirs up.
        let isNewest = model.pastRuns(of: gone.name).last?.id == run.id
        if run.story.steps.isEmpty && !isNewest { return }
        let steps = run.story.steps.map {
            Model.Step(
                id: $0.id,
                parentID: $0.parentID,
                state: $0.state,
                startedAt: $0.startedAt,
                endedAt: $0.endedAt
            )
        }
        try require(steps == gone.steps, "the steps \(steps) instead of \(gone.steps)")
    }
}
