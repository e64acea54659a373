package import ProgressCore

/// A node from a line of an export. Members that the API takes obey the API's rules.
extension ProgressRecord {
    /// Those of the first two versions.
    private static let oldMembers = ExportLine.common.union([
        "id", "parentID", "pendingUnitCount", "isCredited", "isCancelled", "isPaused", "isStalled", "failure", "reason",
        "version", "createdAt", "updatedAt", "finishedAt", "treeWrittenAt", "position", "changeStamp", "vanished",
        "writers", "rate", "bodyDigest",
    ])
    private static let ownMembers = oldMembers.union([
        "startedAt", "endedAt", "control", "run", "previousID", "hasLostName", "isForgottenRun", "isSilent",
        "hasDefaultLease",
    ])
    private static let newestMembers = ownMembers.union(["foretelling", "createKey"])

    private static func members(of format: ExportFormat) -> Set<String> {
        switch format {
        case .one, .two: oldMembers
        case .three, .four: ownMembers
        case .five: newestMembers
        }
    }

    package init(
        _ members: ObjectMembers,
        _ format: ExportFormat = .current,
        alsoKnown others: Set<String> = []
    ) throws(BodyError) {
        for name in [PatchBody.start] + (format == .five ? [] : [Member.urls.rawValue])
        where members.members[name] != nil {
            throw .unknownField(pointer: members.pointer.appending(name).text)
        }
        let body = try PatchBody(members, leavesOut: Self.members(of: format).union(others))
        var new = NewProgress(id: try members.required("id", members.id))
        new.apply(try body.edits(for: nil, isCreate: true))
        for name in ["totalUnitCount", "completedUnitCount"] { _ = try members.required(name, members.integer) }
        let stored = StoredProgress(
            id: new.id,
            counts: new.counts,
            ordinal: UInt64(try members.requiredCount("position")),
            createdAt: try members.required("createdAt", members.moment)
        )
        self.init(stored, uncleanEndCount: 0)
        self.stored.version = try members.requiredCount("version", from: 1)
        self.stored.changeStamp = UInt64(try members.requiredCount("changeStamp"))
        self.stored.updatedAt = try members.required("updatedAt", members.moment)
        self.stored.treeWrittenAt = try members.required("treeWrittenAt", members.moment)
        try readPlace(members)
        try readDetails(members, new, format)
        try readMarks(members, new)
        try readTimes(members)
        try readHidden(members, format)
    }

    private mutating func readPlace(_ members: ObjectMembers) throws(BodyError) {
        stored.parentID = try members.id("parentID")
        if stored.parentID != nil {
            stored.pendingUnitCount = try members.pendingUnitCount()
        } else if try members.integer("pendingUnitCount") != nil {
            throw members.outOfRange("pendingUnitCount", "null, where there is no parent")
        }
    }

    private mutating func readTimes(_ members: ObjectMembers) throws(BodyError) {
        let finishedAt = try members.moment("finishedAt")
        guard (finishedAt != nil) == stored.counts.isFinished else {
            let allowed = stored.counts.isFinished ? "a moment" : "null"
            throw members.outOfRange("finishedAt", "\(allowed), by the counts")
        }
        stored.finishedAt = finishedAt ?? -1
        stored.startedAt = try members.moment("startedAt") ?? -1
        let endedAt = try members.moment("endedAt")
        if endedAt != nil && finishedAt == nil && stored.marks.isDisjoint(with: [.isCancelled, .isFailed]) {
            throw members.outOfRange("endedAt", "null, for what has not ended")
        }
        stored.endedAt = endedAt ?? stored.finishedAt
    }

    private mutating func readDetails(
        _ members: ObjectMembers,
        _ new: NewProgress,
        _ format: ExportFormat
    ) throws(BodyError) {
        var details = new.details ?? ProgressDetails()
        if let failure = try members.object("failure") {
            details.failure = try ProgressDetails.Failure(exported: failure, format)
        }
        // As a version before 0.4 exports them.
        if format != .five { details.takeAddressesFromLabels() }
        details.run = try Self.run(members, hasName: details.name != nil)
        stored.details = details == ProgressDetails() ? nil : DetailsBox(details)
        let control = try members.object("control").map { control throws(BodyError) in try LastControl(control) }
        stored.trace = ControlTrace(control, reason: try members.text("reason"))
    }

    private static func run(_ members: ObjectMembers, hasName: Bool) throws(BodyError) -> RunPlace? {
        guard let number = try members.integer("run", in: 1 ... .max) else {
            if try members.id("previousID") == nil { return nil }
            throw members.outOfRange("previousID", "null, where there is no run")
        }
        if !hasName { throw members.outOfRange("run", "null, where there is no name") }
        return RunPlace(number: number, previousID: try members.id("previousID"))
    }

    private mutating func readMarks(_ members: ObjectMembers, _ new: NewProgress) throws(BodyError) {
        stored.marks = []
        if new.isCancellable { stored.marks.insert(.isCancellable) }
        if new.isPausable { stored.marks.insert(.isPausable) }
        if new.removeWhenFinished { stored.marks.insert(.removesWhenFinished) }
        if stored.details?.details.failure != nil { stored.marks.insert(.isFailed) }
        if try members.bool("isCancelled") == true { stored.marks.insert(.isCancelled) }
        if try members.bool("isPaused") == true { stored.marks.insert(.isPaused) }
        if try members.bool("isStalled") == true { stored.marks.insert(.isStalled) }
        if try members.bool("isSilent") == true { stored.marks.insert(.isSilent) }
        if try members.bool("hasDefaultLease") == true {
            if new.details?.leaseSeconds == nil {
                throw members.outOfRange("hasDefaultLease", "false, where there is no leaseSeconds")
            }
            stored.marks.insert(.hasDefaultLease)
        }
        for (name, mark) in [("hasLostName", StoredProgress.Marks.hasLostName), ("isForgottenRun", .isForgottenRun)] {
            guard try members.bool(name) == true else { continue }
            guard stored.details?.details.name != nil else {
                throw members.outOfRange(name, "false, where there is no name")
            }
            stored.marks.insert(mark)
        }
        guard try members.bool("isCredited") == true else { return }
        if stored.parentID == nil { throw members.outOfRange("isCredited", "false, where there is no parent") }
        stored.marks.insert(.isCredited)
    }

    private mutating func readHidden(_ members: ObjectMembers, _ format: ExportFormat) throws(BodyError) {
        if let sums = try members.object("vanished") { stored.retired = try SummarySums(sums) }
        for writer in try members.objects("writers") {
            try writer.check(knows: ["writer", "sequence"])
            stored.writers.append(
                Writer(
                    name: try writer.required("writer") { name throws(BodyError) in
                        try writer.text(name, limit: FieldLimits.writer)
                    },
                    sequence: try writer.required("sequence", writer.integer)
                )
            )
        }
        if let rate = try members.object("rate") { stored.rate = try StoredRate(rate, format) }
        if format == .five, let foretelling = try members.object("foretelling") {
            if stored.rate == nil { throw members.outOfRange("foretelling", "null, where there is no rate") }
            stored.rate?.foretelling = ForetellingBox(try Foretelling(foretelling))
        }
        bodyDigest = try members.words("bodyDigest")
        if format == .five { createKey = try members.words("createKey") }
    }
}

extension ObjectMembers {
    /// 16 bytes in hexadecimal digits.
    fileprivate func words(_ name: String) throws(BodyError) -> (first: UInt64, second: UInt64)? {
        guard let digest = try bytes(name, count: 16) else { return nil }
        return digest.withUnsafeBytes {
            let words = $0.assumingMemoryBound(to: UInt64.self)
            return (UInt64(bigEndian: words[0]), UInt64(bigEndian: words[1]))
        }
    }
}

extension ProgressDetails.Failure {
    fileprivate init(exported members: ObjectMembers, _ format: ExportFormat) throws(BodyError) {
        switch format {
        case .one, .two:
            try members.check(knows: ["message", "code"])
            try self.init(members)
        case .three, .four, .five:
            try members.check(knows: ["message", "code", "by", "at"])
            try self.init(members)
            at = try members.moment("at")
            guard let caller = try members.object("by") else { return }
            if at == nil { throw members.outOfRange("by", "null, where at is") }
            by = try Caller(caller)
        }
    }
}

extension Caller {
    /// - Parameter more: other members beside it.
    package init(_ members: ObjectMembers, and more: Set<String> = []) throws(BodyError) {
        try members.check(knows: more.union(["role", "user"]))
        let name = try members.required("role", members.text)
        guard let role = Role.allCases.first(where: { $0.name.description == name }) else {
            throw members.outOfRange("role", "reporter, operator or grant")
        }
        self.init(role: role, user: try members.text("user"))
    }
}

extension LastControl {
    fileprivate init(_ members: ObjectMembers) throws(BodyError) {
        try members.check(knows: ["action", "reason", "by", "at"])
        let name = try members.required("action", members.text)
        guard let action = Control.allCases.first(where: { $0.name.description == name }) else {
            throw members.outOfRange("action", "cancel, pause or resume")
        }
        self.init(
            action: action,
            reason: try members.text("reason"),
            by: try Caller(members.required("by", members.object)),
            at: try members.required("at", members.moment)
        )
    }
}

extension SummarySums {
    fileprivate init(_ members: ObjectMembers) throws(BodyError) {
        self.init()
        try members.check(knows: ["fileTotalCount", "fileCompletedCount", "totalByteCount", "completedByteCount"])
        fileTotalCount = try members.integer("fileTotalCount", in: 0 ... .max)
        fileCompletedCount = try members.integer("fileCompletedCount", in: 0 ... .max)
        totalByteCount = try members.integer("totalByteCount", in: 0 ... .max)
        completedByteCount = try members.integer("completedByteCount", in: 0 ... .max)
    }
}

extension StoredRate {
    /// Milliseconds; far enough from the ends of 64 bits that sums of them fit.
    private static let times: ClosedRange<Int64> = -(1 << 53)...1 << 53

    private static let meanMembers: Set<String> = [
        "units", "sampledAt", "unitsPerSecond", "window", "updatesPerSecond",
    ]
    private static let members: Set<String> = [
        "units", "sampledAt", "doublings", "blocks", "openMilliseconds", "openUnits", "toldEnd", "isToldEndShown",
        "sharing", "updatesPerSecond", "heldSilence", "isPart",
    ]

    /// With blocks, or, of an export before version 5, with a mean over a window.
    fileprivate init(_ members: ObjectMembers, _ format: ExportFormat) throws(BodyError) {
        try members.check(knows: format == .five ? Self.members : Self.meanMembers)
        self.init(
            units: try Self.number("units", in: -1e30...1e30, members),
            sampledAt: try members.required("sampledAt") { name throws(BodyError) in
                try members.integer(name, in: Self.times)
            }
        )
        // Unknown to exports before version 3.
        if let updates = try members.double("updatesPerSecond", in: 0...1e9) { updatesPerSecond = Float(updates) }
        if format != .five {
            let speed = try Self.number("unitsPerSecond", in: 0...Double(Float(1e30)), members)
            let window = try Self.number("window", in: 0...1e9, members)
            blocks = RateBlocks(unitsPerSecond: Float(speed), window: Float(window))
            return
        }
        try readTold(members)
        heldSilence = Float(try Self.number("heldSilence", in: -1...1e13, members))
        let doublings = try members.required("doublings") { name throws(BodyError) in
            try members.integer(name, in: RateBlocks.doublings)
        }
        blocks = RateBlocks(
            exponent: UInt8(doublings),
            units: try members.numbers("blocks", in: 0...1e20, most: RateBlocks.capacity - 1).map {
                ShortUnits(Float($0))
            },
            openMilliseconds: Float(try Self.number("openMilliseconds", in: 0...1e16, members)),
            openUnits: Float(try Self.number("openUnits", in: 0...1e38, members))
        )
        blocks.isPart = try members.bool("isPart") ?? false
    }

    private mutating func readTold(_ members: ObjectMembers) throws(BodyError) {
        told.end = try members.required("toldEnd") { name throws(BodyError) in
            try members.integer(name, in: ToldTime.ends)
        }
        told.isShown = try members.required("isToldEndShown", members.bool)
        let sharing = try members.required("sharing") { name throws(BodyError) in
            try members.integer(name, in: -1...1)
        }
        told.sharing = ToldTime.Sharing(rawValue: sharing) ?? .unknown
    }

    private static func number(
        _ name: String,
        in range: ClosedRange<Double>,
        _ members: ObjectMembers
    ) throws(BodyError) -> Double {
        try members.required(name) { name throws(BodyError) in try members.double(name, in: range) }
    }
}
