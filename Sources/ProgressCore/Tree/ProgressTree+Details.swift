extension ProgressTree {
    /// One member that a write sets. Texts are nil where they go back to their default.
    package enum Edit: Sendable {
        case name(String?)
        case totalUnitCount(Int64)
        case completedUnitCount(Int64)
        case isCancellable(Bool)
        case isPausable(Bool)
        case removeWhenFinished(Bool)
        case kind(String?)
        case fileOperationKind(String?)
        case fileURL(String?)
        case fileTotalCount(Int64?)
        case fileCompletedCount(Int64?)
        case estimatedTimeRemaining(Double?)
        case throughput(Double?)
        /// A whole object, as compact JSON text.
        case userInfo([UInt8])
        case label(key: String, value: String?)
        /// No label stays.
        case noLabels
        case url(name: String, value: String?)
        /// No address stays.
        case noURLs
        case localizedDescription(String?)
        case localizedAdditionalDescription(String?)
        case leaseSeconds(Double?)
        /// Work on it has begun, though nothing is done yet.
        case start
    }

    /// Sets members atomically; edits without effect change neither version nor time.
    ///
    /// - Parameters:
    ///   - reach: a name is taken over from an ended node in it.
    ///   - textByteCount: bytes of text that the change adds besides.
    /// - Throws: `.nameTaken`, `.countOverflow`, `.tooMuchText`; nothing has changed then.
    /// - Complexity: O(edits + depth).
    package mutating func edit(
        _ index: NodeIndex,
        _ edits: [Edit],
        takingNamesIn reach: NameReach = .everything,
        beside textByteCount: Int = 0,
        at now: Int64
    ) throws(ProgressError) -> Written {
        let planned = try plan(edits, of: index, takingNamesIn: reach, beside: textByteCount)
        let counts = planned.counts
        try forest.checkCascade(from: index, counts: counts)

        if edits.contains(where: \.isAboutLease) { forest.ownLease(of: index) }
        let isRevived = forest.renewLease(of: index, at: now)
        if !isRevived && !planned.starts && planned.kinds.isEmpty && counts == forest[index].counts {
            forest.noteWrite(index, at: now)
            return .living(index)
        }
        forest.log.begin()
        carryOut(planned, isRevived: isRevived, on: index, now: now)
        var vanishing = forest.apply(counts, to: index, now: now)
        if isRevived || planned.details.estimatedTimeRemaining != planned.before?.estimatedTimeRemaining {
            ReportedTimes.follow(index, in: &forest, now: now)
        }
        forest.settleDefaultLease(of: index, now: now)
        if vanishing == .none && planned.flags.contains(.removesWhenFinished) && counts.isFinished { vanishing = index }
        return settle(index, vanishing: vanishing, now: now)
    }

    /// The result of edits to a node, once they were checked.
    struct PlannedEdit {
        let before: ProgressDetails?
        var details: ProgressDetails
        var flags: Node.Flags
        var counts: Counts
        /// The kinds of change, except those of the counts.
        var kinds: Changes.Kinds = []
        /// Work on it begins.
        var starts = false

        fileprivate static let shown: Node.Flags = [.isCancellable, .isPausable, .removesWhenFinished]
    }

    /// - Parameters:
    ///   - ending: whether the same change ends it, and so has no use for a reported speed.
    ///   - textByteCount: bytes of text that the change adds besides.
    /// - Throws: `.nameTaken`, `.tooMuchText`.
    mutating func plan(
        _ edits: [Edit],
        of index: NodeIndex,
        takingNamesIn reach: NameReach = .everything,
        ending: Bool = false,
        beside textByteCount: Int = 0
    ) throws(ProgressError) -> PlannedEdit {
        let before = forest[index].details?.details
        var planned = PlannedEdit(
            before: before,
            details: before ?? ProgressDetails(),
            flags: forest[index].flags,
            counts: forest[index].counts
        )
        for edit in edits { edit.apply(to: &planned.counts, &planned.flags, &planned.details) }
        let isLost = !planned.flags.isDisjoint(with: [.isCancelled, .isFailed])
        let staysFinished = forest[index].counts.isFinished && planned.counts.isFinished
        planned.starts = edits.contains(where: \.isStart) && forest[index].startedAt < 0 && !isLost && !staysFinished
        if ending || planned.counts.isFinished || isLost {
            (planned.details.throughput, planned.details.estimatedTimeRemaining) = (nil, nil)
        }
        if planned.details.name != before?.name {
            if let name = planned.details.name { try checkName(name, within: reach) }
            planned.details.run = planned.details.name.map { nextRun(of: $0) }
        }
        try checkText(replacing: before?.textByteCount, by: planned.details.textByteCount + textByteCount)
        // Making room may have given up the run that this node is.
        if planned.details.name == before?.name { planned.details.run = forest[index].details?.details.run }
        planned.kinds = planned.details.difference(from: before ?? ProgressDetails())
        let (shown, now) = (PlannedEdit.shown, forest[index].flags)
        if planned.flags.intersection(shown) != now.intersection(shown) { planned.kinds.insert(.details) }
        return planned
    }

    /// Sets all but the counts; part of a change that has begun.
    mutating func carryOut(_ planned: PlannedEdit, isRevived: Bool = false, on index: NodeIndex, now: Int64) {
        let kinds = isRevived ? planned.kinds.union(.state) : planned.kinds
        forest[index].flags.subtract(PlannedEdit.shown)
        forest[index].flags.formUnion(planned.flags.intersection(PlannedEdit.shown))
        store(planned.details, replacing: planned.before, of: index, now: now)
        if !kinds.isEmpty { forest.touch(index, kinds, now: now) }
        if planned.starts { forest.start(index, now: now) }
    }

    private mutating func store(
        _ details: ProgressDetails,
        replacing before: ProgressDetails?,
        of index: NodeIndex,
        now: Int64
    ) {
        guard details != before ?? ProgressDetails() else { return }
        if details.name != before?.name { rename(index, from: before?.name, to: details.name) }
        let box = forest[index].details
        forest[index].details = DetailsBox(details)
        if details.name != before?.name { learn(index) }
        forest.noteLabels(of: index, before: box)
        forest.textByteCount += details.textByteCount - (before?.textByteCount ?? 0)
        if details.leaseSeconds != before?.leaseSeconds {
            if details.leaseSeconds == nil { forest.endLease(of: index) } else { forest.startLease(of: index, at: now) }
        }
    }

    mutating func checkText(replacing before: Int?, by after: Int) throws(ProgressError) {
        let change = after - (before ?? 0)
        if change > 0 { makeRoom(textBytes: change) }
        if change > 0 && heldTextAndRuns + change > forest.limits.maximumTextByteCount {
            throw .tooMuchText(limit: forest.limits.maximumTextByteCount)
        }
    }
}

extension ProgressTree.Edit {
    var isAboutLease: Bool { if case .leaseSeconds = self { true } else { false } }

    var isStart: Bool { if case .start = self { true } else { false } }

    func apply(to counts: inout Counts, _ flags: inout Node.Flags, _ details: inout ProgressDetails) {
        switch self {
        case .name(let name): details.name = name
        case .totalUnitCount(let count): counts.total = count
        case .completedUnitCount(let count): counts.completed = count
        case .isCancellable(let value): flags.set(.isCancellable, to: value)
        case .isPausable(let value): flags.set(.isPausable, to: value)
        case .removeWhenFinished(let value): flags.set(.removesWhenFinished, to: value)
        case .kind(let kind): details.kind = kind
        case .fileOperationKind(let kind): details.fileOperationKind = kind
        case .fileURL(let url): details.fileURL = url
        case .fileTotalCount(let count): details.fileTotalCount = count
        case .fileCompletedCount(let count): details.fileCompletedCount = count
        case .estimatedTimeRemaining(let seconds): details.estimatedTimeRemaining = seconds
        case .throughput(let throughput): details.throughput = throughput
        case .userInfo(let object): details.userInfo = object
        case .label(let key, let value): details.labels.set(key, to: value)
        case .noLabels: details.labels = []
        case .url(let name, let value): details.urls.set(name, to: value)
        case .noURLs: details.urls = []
        case .localizedDescription(let text): details.localizedDescription = text
        case .localizedAdditionalDescription(let text): details.localizedAdditionalDescription = text
        case .leaseSeconds(let seconds): details.leaseSeconds = seconds
        case .start: break
        }
    }
}

extension Node.Flags {
    mutating func set(_ flag: Self, to value: Bool) {
        if value { insert(flag) } else { remove(flag) }
    }
}
