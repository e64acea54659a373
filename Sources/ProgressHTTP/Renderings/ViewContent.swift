import ProgressCore
import ProgressDelivery
import ProgressLocalization
import ProgressRegistry
import ProgressTerminal

/// The content of a redrawn text view at one moment.
struct ViewContent {
    private var snapshots: [ProgressSnapshot] = []
    /// The number of failed steps below each of the first snapshots.
    private var failedCounts: [Int] = []
    private var isCut = false
    private var targets: [RegistryState.WatchTarget] = []
    private var isLast = false

    /// A node and its subtree; nothing if it is gone. Inside the gate.
    init(of node: NodeReference, _ registry: RegistryState, limit: Int) {
        guard let top = try? registry.tree.find(node) else {
            isLast = true
            return
        }
        let choice = TextChoice(of: registry.tree.forest, from: top, limit: limit)
        snapshots = choice.nodes.map { registry.tree.snapshot(of: $0) }
        var failedSteps = FailedSteps()
        failedCounts = [failedSteps.count(below: top, in: registry.tree.forest)]
        isCut = choice.isCut
        let id = registry.tree.forest.id(of: top)
        targets = [.node(id), .subtree(id)]
        if case .name(let name) = node { targets.append(.name(name)) }
        isLast = !registry.tree.forest.hasWorkingNodes(in: top)
    }

    /// The newest roots that match. Inside the gate.
    init(ofRoots filter: ListFilter, _ registry: RegistryState, limit: Int) {
        let choice = TextChoice(rootsOf: registry.tree.forest, filter, limit: limit)
        snapshots = choice.nodes.map { registry.tree.snapshot(of: $0) }
        var failedSteps = FailedSteps()
        failedCounts = choice.nodes.map { failedSteps.count(below: $0, in: registry.tree.forest) }
        isCut = choice.isCut
        targets = [.roots]
    }

    /// From the top left of the screen, which is cleared. Only the last picture ends its last line, so that a full
    /// screen does not scroll.
    func picture(_ size: ViewSize, _ language: Language) -> ViewRequest.Picture {
        if isLast && snapshots.isEmpty { return ViewRequest.Picture([], watching: [], isLast: true) }
        var view = TextView(width: size.width)
        let base = targets.count > 1 ? snapshots.first?.depth ?? 0 : 0
        view.lines = snapshots.enumerated().map { position, snapshot in
            let failedCount = position < failedCounts.count ? failedCounts[position] : 0
            return TextLine(snapshot, depth: snapshot.depth - base, language, failedCount: failedCount)
        }
        view.isCut = isCut
        var bytes = Array("\u{1B}[H\u{1B}[J".utf8)
        view.append(to: &bytes)
        if !isLast && bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
        return ViewRequest.Picture(bytes, watching: targets, isLast: isLast)
    }
}
