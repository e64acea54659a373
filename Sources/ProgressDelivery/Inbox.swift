import ProgressCore
import ProgressRegistry
import ProgressStreams

/// A broker's access to the registry, and the collected mail that it has yet to hear: marks first, then moves. What large
/// changes touched is read piece by piece, in its place among the moves.
struct Inbox {
    private let registry: ProgressRegistry
    private let reactor: Int
    /// Every change up to this stamp was collected.
    private(set) var taken: UInt64 = 0
    private var marks: [Mark] = []
    private var moves: [Move] = []
    private var markPosition = 0
    private var movePosition = 0
    /// The runs of large changes, and the moves that were read of the first one.
    private var runs: [TouchRun] = []
    private var runPosition = 0
    private var runMoves: ArraySlice<Move> = []
    /// The numbers of moves that were collected and heard, except those of runs.
    private var moveCounts = (collected: 0, heard: 0)
    /// The number of times that mail was there.
    private(set) var mailCount = 0
    /// Identifies the trees that the streams began with.
    private var replacementCount: UInt64
    /// Other trees took their place, perhaps older ones: no event may show these until `beginAgain`.
    private(set) var isOutdated = false

    init(_ registry: ProgressRegistry, reactor: Int) {
        self.registry = registry
        self.reactor = reactor
        replacementCount = registry.enter { $0.replacementCount }
    }

    /// The touches that are read at a time.
    private static let touchesAtOnce = 256

    var isEmpty: Bool { markPosition == marks.count && !hasMoves }
    /// Whether moves are left to hear, or runs, which may have some.
    var hasMoves: Bool { movePosition < moves.count || !runMoves.isEmpty || runPosition < runs.count }

    func enter<Value>(_ body: (RegistryState) -> Value) -> Value { registry.enter(from: reactor, body) }

    func watch(_ target: RegistryState.WatchTarget) { enter { $0.watch(target, reactor: reactor) } }

    func unwatch(_ targets: [RegistryState.WatchTarget]) {
        enter { registry in
            for target in targets { registry.unwatch(target, reactor: reactor) }
        }
    }

    /// Registers a stream and finds out what it is owed, in one entry, so that no change is lost between the two.
    /// - Parameter stream: its names are looked up again, because they may mean other nodes by now.
    func open(_ stream: OpenStream, _ resumption: Resumption) -> Opening {
        enter { registry in
            var selection = stream.selection
            for name in selection.names {
                guard let id = registry.holder(of: name, within: stream.permit) else { continue }
                selection = selection.going(name, to: id, began: 0)
            }
            stream.select(selection)
            stream.hold.targets = selection.targets(withSummary: stream.wantsSummary)
            for target in stream.hold.targets { registry.watch(target, reactor: reactor) }
            return registry.begin(stream, resumption)
        }
    }

    /// The new opening of a stream that must forget everything.
    func reopen(_ stream: OpenStream) -> Opening { enter { $0.begin(stream, .unknown) } }

    /// Lets a stream owe no more changes, but walk over what it selects.
    /// - Parameters:
    ///   - heard: every change up to this stamp was heard.
    ///   - held: the oldest change in the pace that may concern this stream.
    func collapse(_ stream: OpenStream, heard: UInt64, held: UInt64?) {
        enter { registry in
            let walk = stream.hold.walk ?? OpeningWalk(over: stream.selection, in: registry)
            stream.subscription.collapse(
                taken: heard,
                held: held,
                covered: registry.tree.sequence,
                keeping: Set(walk.path(in: registry)),
                relabelled: registry.departures.relabelled
            )
            stream.hold.walk = walk
        }
    }

    /// A stream closes: it watches nothing more.
    func close(_ stream: OpenStream) {
        enter { registry in
            for target in stream.hold.targets { registry.unwatch(target, reactor: reactor) }
            stream.hold.walk?.end(in: registry)
            stream.hold.walk = nil
        }
    }

    /// Lets a stream watch the node that took a name, instead of the one that had it. The stream is in no list of its
    /// audience.
    /// - Returns: nil if the stream shows the new node already.
    func goOver(_ stream: OpenStream, _ taken: NameChange, stamp: UInt64) -> NameHandover? {
        enter { registry in
            let holder = registry.holder(of: taken.name, within: stream.permit)
            if holder == stream.selection.node(named: taken.name) { return nil }
            let handover = registry.handover(
                taken,
                to: holder,
                stream.selection,
                stamp: stamp,
                most: stream.subscription.debtsOfChange
            )
            let targets = handover.selection.targets(withSummary: stream.wantsSummary)
            for target in targets { registry.watch(target, reactor: reactor) }
            for target in stream.hold.targets { registry.unwatch(target, reactor: reactor) }
            stream.hold.targets = targets
            stream.select(handover.selection)
            stream.hold.walk?.add(handover.tops)
            return handover
        }
    }

    // MARK: Mail

    /// Collects new mail, unless it is outdated.
    mutating func collect() { _ = look { _ in } }

    /// Collects new mail, and runs `body` in the same entry if no move is left to hear; otherwise returns nil. Does neither
    /// if it is outdated.
    mutating func look<Value>(_ body: (RegistryState) -> Value) -> Value? {
        let isClear = !hasMoves
        let found: (mail: Mail, taken: UInt64, value: Value?)? = enter { registry in
            guard registry.replacementCount == replacementCount else { return nil }
            let mail = registry.mailboxes[reactor].take()
            let isStillClear = isClear && mail.moves.isEmpty && mail.runs.isEmpty
            return (mail, registry.tree.sequence, isStillClear ? body(registry) : nil)
        }
        guard let found else {
            isOutdated = true
            return nil
        }
        add(found.mail, found.taken)
        return found.value
    }

    /// All streams begin again, with the trees that are there now. Mail about others is thrown away.
    /// - Returns: whether there were others.
    mutating func beginAgain() -> Bool {
        let count = enter { $0.replacementCount }
        isOutdated = false
        if count == replacementCount { return false }
        replacementCount = count
        (marks, markPosition) = ([], 0)
        (moves, movePosition) = ([], 0)
        (runs, runPosition, runMoves) = ([], 0, [])
        moveCounts.heard = moveCounts.collected
        return true
    }

    private mutating func add(_ mail: Mail, _ taken: UInt64) {
        if !mail.isEmpty { mailCount += 1 }
        if marks.isEmpty { marks = mail.marks } else { marks += mail.marks }
        if moves.isEmpty { moves = mail.moves } else { moves += mail.moves }
        for var run in mail.runs {
            run.precedingMoveCount += moveCounts.collected
            runs.append(run)
        }
        moveCounts.collected += mail.moves.count
        self.taken = taken
    }

    mutating func nextMark() -> Mark? {
        guard markPosition < marks.count else { return nil }
        defer {
            markPosition += 1
            if markPosition == marks.count { (marks, markPosition) = ([], 0) }
        }
        return marks[markPosition]
    }

    /// The next move; nil also if marks of a large change come first.
    mutating func nextMove() -> Move? {
        if let move = runMoves.popFirst() { return move }
        if runPosition < runs.count, runs[runPosition].precedingMoveCount <= moveCounts.heard {
            readRun()
            return marks.isEmpty ? runMoves.popFirst() : nil
        }
        guard movePosition < moves.count else { return nil }
        defer {
            movePosition += 1
            moveCounts.heard += 1
            if movePosition == moves.count { (moves, movePosition) = ([], 0) }
        }
        return moves[movePosition]
    }

    private mutating func readRun() {
        var run = runs[runPosition]
        let found = enter { $0.read(Self.touchesAtOnce, of: &run, for: reactor) }
        marks += found.marks
        runMoves = found.moves[...]
        runs[runPosition] = run
        if run.isEmpty { runPosition += 1 }
        if runPosition == runs.count { (runs, runPosition) = ([], 0) }
    }
}

extension RegistryState {
    fileprivate func begin(_ stream: OpenStream, _ resumption: Resumption) -> Opening {
        stream.hold.walk?.end(in: self)
        stream.hold.walk = OpeningWalk(over: stream.selection, in: self)
        let opening = opening(for: stream.selection, followsRuns: stream.wishes.followsRuns, resumption)
        stream.promised = opening.after
        return opening
    }
}
