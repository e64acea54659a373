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
        case localizedDescription(String?)
        case localizedAdditionalDescription(String?)
        case leaseSeconds(Double?)
    }

    /// Sets members atomically; edits without effect change neither version nor time.
    ///
    /// - Parameter reach: a name is taken over from an ended node in it.
    /// - Throws: `.nameTaken`, `.countOverflow`, `.tooMuchText`; nothing has changed then.
    /// - Complexity: O(edits + depth).
    package mutating func edit(
        _ index: NodeIndex,
        _ edits: [Edit],
        takingNamesIn reach: NameReach = .everything,
        at now: Int64
    ) throws(ProgressError) -> Written {
        var counts = forest[index].counts
        var flags = forest[index].flags
        let before = forest[index].details?.details
        var details = before ?? ProgressDetails()
        for edit in edits { edit.apply(to: &counts, &flags, &details) }
        if counts.isFinished || !flags.isDisjoint(with: [.isCancelled, .isFailed]) {
            (details.throughput, details.estimatedTimeRemaining) = (nil, nil)
        }
        if details.name != before?.name {
            if let name = details.name { try checkName(name, within: reach) }
            details.run = details.name.map { nextRun(of: $0) }
        }
        try checkText(replacing: before?.textByteCount, by: details.textByteCount)
        // Making room may have given up the run that this node is.
        if details.name == before?.name { details.run = forest[index].details?.details.run }
        try forest.checkCascade(from: index, counts: counts)

        if edits.contains(where: \.isAboutLease) { forest.ownLease(of: index) }
        var kinds: Changes.Kinds = forest.renewLease(of: index, at: now) ? .state : []
        kinds.formUnion(details.difference(from: before ?? ProgressDetails()))
        let shown: Node.Flags = [.isCancellable, .isPausable, .removesWhenFinished]
        if flags.intersection(shown) != forest[index].flags.intersection(shown) { kinds.insert(.details) }
        if kinds.isEmpty && counts == forest[index].counts {
            forest.noteWrite(index, at: now)
            return .living(index)
        }
        forest.log.begin()
        forest[index].flags.subtract(shown)
        forest[index].flags.formUnion(flags.intersection(shown))
        store(details, replacing: before, of: index, now: now)
        if !kinds.isEmpty { forest.touch(index, kinds, now: now) }
        var vanishing = forest.apply(counts, to: index, now: now)
        if details.estimatedTimeRemaining != before?.estimatedTimeRemaining {
            let end = forest.nodes.tellTime(of: index, now: now)
            forest.raiseTimes(from: forest[index].parent, to: end, now: now)
        }
        forest.settleDefaultLease(of: index, now: now)
        if vanishing == .none && flags.contains(.removesWhenFinished) && counts.isFinished { vanishing = index }
        return settle(index, vanishing: vanishing, now: now)
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
        case .label(let key, let value): details.setLabel(key, to: value)
        case .noLabels: details.labels = []
        case .localizedDescription(let text): details.localizedDescription = text
        case .localizedAdditionalDescription(let text): details.localizedAdditionalDescription = text
        case .leaseSeconds(let seconds): details.leaseSeconds = seconds
        }
    }
}

extension Node.Flags {
    mutating func set(_ flag: Self, to value: Bool) {
        if value { insert(flag) } else { remove(flag) }
    }
}
