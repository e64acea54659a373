/// Foretellings: each run of a name learns from the earlier ones.
extension ProgressTree {
    /// The root `index` has got its name, or lost it. It keeps the foretelling that it begins with, whatever becomes of
    /// those runs.
    mutating func learn(_ index: NodeIndex) {
        let foretelling = foretelling(for: index)
        forest.nodes.foretellings[index] = foretelling
        if foretelling != nil && forest[index].rate != .none { forest.awaitSilence(of: index) }
    }

    /// The roots that have not begun to work are as if they had just got their names.
    mutating func learnAgain() {
        var root = forest.nodes.roots.first
        while root != .none {
            if forest[root].rate == .none { learn(root) }
            root = forest[root].nextSibling
        }
    }

    private func foretelling(for index: NodeIndex) -> Foretelling? {
        guard !runs.isEmpty, forest[index].parent == .none, !forest[index].isEnded,
            let name = forest[index].details?.details.name
        else { return nil }
        var profiles: [RunProfile] = []
        for run in runs.runs(of: name).reversed() where profiles.count < RunProfile.keptCount {
            if let last = run.last {
                if let profile = last.profile { profiles.append(profile) }
            } else if let living = forest.lookUp(run.id), let profile = forest.nodes.runProfile(of: living) {
                profiles.append(profile)
            }
        }
        return Foretelling(mostAlikeOf: profiles)
    }
}
