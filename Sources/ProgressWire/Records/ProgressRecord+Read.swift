package import ProgressCore

extension ProgressRecord {
    /// - Throws: for anything that `append` does not write.
    package init(_ bytes: UnsafeRawBufferPointer, of id: ProgressID) throws(RecordError) {
        var reader = RecordReader(bytes)
        let form = try reader.form(upTo: Self.newestForm)
        let parts = Part(rawValue: try reader.number(UInt32.self))
        try Self.check(parts, form)
        uncleanEndCount = try reader.number(UInt32.self)
        let marks = StoredProgress.Marks(rawValue: try reader.number(UInt16.self))
        try Self.check(marks)
        let ordinal = try reader.number(UInt64.self)
        let counts = Counts(total: try reader.number(Int64.self), completed: try reader.number(Int64.self))
        let (version, changeStamp) = (try reader.number(Int64.self), try reader.number(UInt64.self))
        stored = StoredProgress(id: id, counts: counts, ordinal: ordinal, createdAt: try reader.number(Int64.self))
        (stored.marks, stored.version, stored.changeStamp) = (marks, version, changeStamp)
        stored.updatedAt = try reader.number(Int64.self)
        stored.treeWrittenAt = try reader.number(Int64.self)
        if parts.contains(.parent) {
            stored.parentID = ProgressID(high: try reader.number(UInt64.self), low: try reader.number(UInt64.self))
            stored.pendingUnitCount = try reader.number(Int64.self)
        }
        if parts.contains(.finishedAt) { stored.finishedAt = try reader.number(Int64.self) }
        if parts.contains(.retired) { stored.retired = try SummarySums(&reader) }
        if parts.contains(.writers) { stored.writers = try Self.writers(&reader) }
        if parts.contains(.rate) { stored.rate = try StoredRate(&reader, form) }
        if parts.contains(.bodyDigest) {
            bodyDigest = (try reader.number(UInt64.self), try reader.number(UInt64.self))
        }
        var details = ProgressDetails()
        if !parts.isDisjoint(with: .details) { (details, stored.trace) = try Self.members(&reader, parts) }
        if parts.contains(.createKey) {
            createKey = (try reader.number(UInt64.self), try reader.number(UInt64.self))
        }
        if form <= Self.secondForm {
            details.takeAddressesFromLabels()
            takeCreateKeyFromWriters()
        }
        if parts.contains(.startedAt) { stored.startedAt = try reader.number(Int64.self) }
        stored.endedAt = parts.contains(.endedAt) ? try reader.number(Int64.self) : stored.finishedAt
        if parts.contains(.failureOrigin) { try details.readFailureOrigin(&reader) }
        if parts.contains(.run) { details.run = try RunPlace(&reader) }
        if details != ProgressDetails() { stored.details = DetailsBox(details) }
        if parts.contains(.updatesPerSecond) { stored.rate?.updatesPerSecond = try reader.float() }
        if parts.contains(.moment) { stored.momentFraction = try reader.double() }
        #if DEBUG
            if parts.contains(.next), try reader.number(UInt64.self) != changeStamp {
                throw .badValue("a record has another change stamp in its newest member")
            }
        #endif
        try reader.finish()
    }

    /// The newest form gets new members; those before it are complete.
    private static func check(_ parts: Part, _ form: UInt8) throws(RecordError) {
        if form == Self.firstForm && !parts.isSubset(of: .ofFirstForm) {
            throw .badValue("a record has members that its form does not have")
        }
        let unknown = parts.subtracting(.known)
        if unknown.isEmpty { return }
        throw .newer(
            found: "a record has the members \(unknown.rawValue)",
            known: "those of the set \(Part.known.rawValue)"
        )
    }

    private static func check(_ marks: StoredProgress.Marks) throws(RecordError) {
        let unknown = marks.subtracting(.all)
        if unknown.isEmpty { return }
        throw .newer(
            found: "a record has the marks \(unknown.rawValue)",
            known: "those of the set \(StoredProgress.Marks.all.rawValue)"
        )
    }

    private static func members(
        _ reader: inout RecordReader,
        _ parts: Part
    ) throws(RecordError) -> (ProgressDetails, ControlTrace?) {
        var details = ProgressDetails()
        var (control, reason): (LastControl?, String?) = (nil, nil)
        for member in Member.recorded where parts.contains(member.part) {
            switch member {
            case .reason: reason = try reader.text()
            case .control: control = try LastControl(&reader)
            default: try details.read(member, &reader, parts)
            }
        }
        return (details, ControlTrace(control, reason: reason))
    }

    private static func writers(_ reader: inout RecordReader) throws(RecordError) -> [Writer] {
        var writers: [Writer] = []
        for _ in 0..<(try reader.number(UInt32.self)) {
            writers.append(Writer(name: try reader.text(), sequence: try reader.number(Int64.self)))
        }
        return writers
    }
}

extension Caller {
    package init(_ reader: inout RecordReader) throws(RecordError) {
        let number = try reader.number(UInt8.self)
        guard let role = Role(rawValue: number) else {
            throw .unknown("role", number, newest: Role.grant.rawValue)
        }
        let hasUser = try reader.number(UInt8.self) != 0
        self.init(role: role, user: hasUser ? try reader.text() : nil)
    }
}

extension LastControl {
    fileprivate init(_ reader: inout RecordReader) throws(RecordError) {
        let number = try reader.number(UInt8.self)
        guard let action = Control(rawValue: number) else {
            throw .unknown("control call", number, newest: Control.resume.rawValue)
        }
        let at = try reader.number(Int64.self)
        let caller = try Caller(&reader)
        let hasReason = try reader.number(UInt8.self) != 0
        self.init(action: action, reason: hasReason ? try reader.text() : nil, by: caller, at: at)
    }
}

extension StoredRate {
    fileprivate init(_ reader: inout RecordReader, _ form: UInt8) throws(RecordError) {
        self.init(units: try reader.double(), sampledAt: try reader.number(Int64.self))
        if form <= ProgressRecord.secondForm { try readMean(&reader) } else { try readBlocks(&reader) }
        guard heldSilence >= -1, heldSilence.isFinite else {
            throw .badValue("a rate has the silence \(heldSilence)")
        }
    }

    private mutating func readMean(_ reader: inout RecordReader) throws(RecordError) {
        let (unitsPerSecond, window) = (try reader.float(), try reader.float())
        guard window >= 0, window.isFinite else { throw .badValue("a rate has the window \(window)") }
        blocks = RateBlocks(unitsPerSecond: unitsPerSecond, window: window)
    }

    private mutating func readBlocks(_ reader: inout RecordReader) throws(RecordError) {
        let exponent = try reader.number(UInt8.self)
        let count = try reader.number(UInt8.self)
        guard count < RateBlocks.capacity else { throw .badValue("a rate has \(count) full blocks") }
        var units: [ShortUnits] = []
        for _ in 0..<count { units.append(ShortUnits(rawValue: try reader.number(UInt16.self))) }
        let (openMilliseconds, openUnits) = (try reader.float(), try reader.float())
        blocks = RateBlocks(
            exponent: exponent,
            units: units,
            openMilliseconds: openMilliseconds,
            openUnits: openUnits
        )
        told = ToldTime(rawValue: try reader.number(UInt32.self))
        heldSilence = try reader.float()
        let marks = try RateMarks(&reader)
        blocks.isPart = marks.contains(.isPart)
        if marks.contains(.hasForetelling) { foretelling = ForetellingBox(try reader.foretelling()) }
    }
}

extension RunPlace {
    fileprivate init(_ reader: inout RecordReader) throws(RecordError) {
        self.init(number: try reader.number(Int64.self))
        guard try reader.number(UInt8.self) != 0 else { return }
        previousID = ProgressID(high: try reader.number(UInt64.self), low: try reader.number(UInt64.self))
    }
}

extension SummarySums {
    fileprivate init(_ reader: inout RecordReader) throws(RecordError) {
        self.init()
        let present = try reader.number(UInt8.self)
        if present & 1 != 0 { fileTotalCount = try reader.number(Int64.self) }
        if present & 2 != 0 { fileCompletedCount = try reader.number(Int64.self) }
        if present & 4 != 0 { totalByteCount = try reader.number(Int64.self) }
        if present & 8 != 0 { completedByteCount = try reader.number(Int64.self) }
    }
}

extension ProgressDetails {
    fileprivate mutating func readFailureOrigin(_ reader: inout RecordReader) throws(RecordError) {
        let at = try reader.number(Int64.self)
        let hasCaller = try reader.number(UInt8.self) != 0
        let caller = hasCaller ? try Caller(&reader) : nil
        failure?.at = at
        failure?.by = caller
    }

    fileprivate mutating func read(
        _ member: Member,
        _ reader: inout RecordReader,
        _ parts: ProgressRecord.Part
    ) throws(RecordError) {
        switch member {
        case .totalUnitCount, .completedUnitCount, .isCancellable, .isPausable, .removeWhenFinished: break
        case .control, .reason: break
        case .name: name = try reader.text()
        case .failure:
            let message = try reader.text()
            failure = Failure(message: message, code: parts.contains(.failureCode) ? try reader.text() : nil)
        case .kind: kind = try reader.text()
        case .fileOperationKind: fileOperationKind = try reader.text()
        case .fileURL: fileURL = try reader.text()
        case .fileTotalCount: fileTotalCount = try reader.number(Int64.self)
        case .fileCompletedCount: fileCompletedCount = try reader.number(Int64.self)
        case .estimatedTimeRemaining: estimatedTimeRemaining = try reader.double()
        case .throughput: throughput = try reader.double()
        case .userInfo:
            userInfo = try reader.bytes()
            userInfo.escapeHidden()
        case .labels:
            labels = try Self.texts(&reader)
        case .urls: urls = try Self.texts(&reader)
        case .localizedDescription: localizedDescription = try reader.text()
        case .localizedAdditionalDescription: localizedAdditionalDescription = try reader.text()
        case .leaseSeconds: leaseSeconds = try reader.double()
        }
    }

    private static func texts(_ reader: inout RecordReader) throws(RecordError) -> [KeyedText] {
        var texts: [KeyedText] = []
        for _ in 0..<(try reader.number(UInt32.self)) {
            texts.append(KeyedText(key: try reader.text(), value: try reader.text()))
        }
        return texts
    }
}
