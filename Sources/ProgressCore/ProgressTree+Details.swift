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
        var counts = nodes[index].counts
        var flags = nodes[index].flags
        let before = nodes[index].details?.details
        var details = before ?? ProgressDetails()
        for edit in edits { edit.apply(to: &counts, &flags, &details) }
        if details.name != before?.name {
            if let name = details.name { try checkName(name, within: reach) }
            details.run = details.name.map { nextRun(of: $0) }
        }
        try checkText(replacing: before?.textByteCount, by: details.textByteCount)
        // Making room may have given up the run that this node is.
        if details.name == before?.name { details.run = nodes[index].details?.details.run }
        try checkCascade(from: index, counts: counts)

        if edits.contains(where: \.isAboutLease) { ownLease(of: index) }
        var kinds: Changes.Kinds = renewLease(of: index, at: now) ? .state : []
        kinds.formUnion(details.difference(from: before ?? ProgressDetails()))
        let shown: Node.Flags = [.isCancellable, .isPausable, .removesWhenFinished]
        if flags.intersection(shown) != nodes[index].flags.intersection(shown) { kinds.insert(.details) }
        if kinds.isEmpty && counts == nodes[index].counts {
            noteWrite(index, at: now)
            return .living(index)
        }
        log.begin()
        nodes[index].flags.subtract(shown)
        nodes[index].flags.formUnion(flags.intersection(shown))
        store(details, replacing: before, of: index, now: now)
        if !kinds.isEmpty { touch(index, kinds, now: now) }
        var vanishing = apply(counts, to: index, now: now)
        settleDefaultLease(of: index, now: now)
        if vanishing == .none && flags.contains(.removesWhenFinished) && counts.isFinished { vanishing = index }
        return settle(index, vanishing: vanishing, now: now)
    }

    private mutating func store(
        _ details: ProgressDetails,
        replacing before: ProgressDetails?,
        of index: NodeIndex,
        now: Int64
    ) {
        let plain = ProgressDetails()
        guard details != before ?? plain else { return }
        if details.name != before?.name { rename(index, from: before?.name, to: details.name) }
        let box = DetailsBox(details)
        if details.isLabelled(unlike: before ?? plain) && nodes[index].parent == .none {
            log.changes.departures.append(
                Changes.Departure(
                    kind: .relabelled,
                    id: nodes[index].id,
                    parentID: nil,
                    details: nodes[index].details,
                    newDetails: box,
                    stamp: log.sequence
                )
            )
        }
        textByteCount += details.textByteCount - (before?.textByteCount ?? 0)
        nodes[index].details = box
        if details.leaseSeconds != before?.leaseSeconds {
            if details.leaseSeconds == nil { endLease(of: index) } else { startLease(of: index, at: now) }
        }
    }

    /// Changes details whose text does not count, or was checked before.
    mutating func editDetails(of index: NodeIndex, _ body: (inout ProgressDetails) -> Void) {
        let before = nodes[index].details?.details
        var details = before ?? ProgressDetails()
        body(&details)
        textByteCount += details.textByteCount - (before?.textByteCount ?? 0)
        nodes[index].details = DetailsBox(details)
    }

    /// The state changes without a control call: the reason of an earlier one is not the reason of this.
    mutating func forgetReason(of index: NodeIndex) {
        guard let trace = nodes[index].trace, trace.reason != nil else { return }
        setTrace(of: index, ControlTrace(trace.control, reason: nil))
    }

    mutating func checkText(replacing before: Int?, by after: Int) throws(ProgressError) {
        let change = after - (before ?? 0)
        if change > 0 { makeRoom(textBytes: change) }
        if change > 0 && heldTextAndRuns + change > limits.maximumTextByteCount {
            throw .tooMuchText(limit: limits.maximumTextByteCount)
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
