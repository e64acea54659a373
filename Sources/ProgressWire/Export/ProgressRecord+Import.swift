import ProgressCore

/// A node from a line of an export. What the API takes is held to the API's own rules.
extension ProgressRecord {
    private static let ownMembers = ExportLine.common.union([
        "id", "parentID", "pendingUnitCount", "isCredited", "isCancelled", "isPaused", "isStalled", "failure", "reason",
        "version", "createdAt", "updatedAt", "finishedAt", "treeWrittenAt", "position", "changeStamp", "vanished",
        "writers", "rate", "bodyDigest",
    ])

    package init(_ members: ExportMembers) throws(BodyError) {
        let body = try PatchBody(members: members.members, at: .root, leavesOut: Self.ownMembers)
        var new = NewProgress(id: try members.required("id") { name throws(BodyError) in try members.id(name) })
        new.apply(try body.edits(for: nil, isCreate: true))
        for name in ["totalUnitCount", "completedUnitCount"] {
            _ = try members.required(name) { name throws(BodyError) in try members.integer(name) }
        }
        let moment = { (name: String) throws(BodyError) in
            try members.required(name) { name throws(BodyError) in try members.moment(name) }
        }
        let stored = StoredProgress(
            id: new.id,
            counts: new.counts,
            ordinal: UInt64(try members.requiredCount("position")),
            createdAt: try moment("createdAt")
        )
        self.init(stored, uncleanEndCount: 0)
        self.stored.version = try members.requiredCount("version", from: 1)
        self.stored.changeStamp = UInt64(try members.requiredCount("changeStamp"))
        self.stored.updatedAt = try moment("updatedAt")
        self.stored.treeWrittenAt = try moment("treeWrittenAt")
        try readPlace(members)
        try readEnd(members)
        try readDetails(members, new)
        try readMarks(members, new)
        try readHidden(members)
    }

    private mutating func readPlace(_ members: ExportMembers) throws(BodyError) {
        stored.parentID = try members.id("parentID")
        let pending = try members.integer("pendingUnitCount")
        guard stored.parentID != nil else {
            if pending != nil { throw members.outOfRange("pendingUnitCount", "null, where there is no parent") }
            return
        }
        guard let pending else { throw .missingPendingUnitCount(pointer: "/pendingUnitCount") }
        if pending < 0 { throw .negativePending(pointer: "/pendingUnitCount", pending) }
        stored.pendingUnitCount = pending
    }

    private mutating func readEnd(_ members: ExportMembers) throws(BodyError) {
        let finishedAt = try members.moment("finishedAt")
        guard (finishedAt != nil) == stored.counts.isFinished else {
            let allowed = stored.counts.isFinished ? "a moment" : "null"
            throw members.outOfRange("finishedAt", "\(allowed), by the counts")
        }
        stored.finishedAt = finishedAt ?? -1
    }

    private mutating func readDetails(_ members: ExportMembers, _ new: NewProgress) throws(BodyError) {
        var details = new.details ?? ProgressDetails()
        details.reason = try members.text("reason")
        if let failure = try members.object("failure") {
            try failure.check(knows: ["message", "code"])
            details.failure = ProgressDetails.Failure(
                message: try failure.required("message") { name throws(BodyError) in try failure.text(name) },
                code: try failure.text("code")
            )
        }
        stored.details = details == ProgressDetails() ? nil : DetailsBox(details)
    }

    private mutating func readMarks(_ members: ExportMembers, _ new: NewProgress) throws(BodyError) {
        stored.marks = []
        if new.isCancellable { stored.marks.insert(.isCancellable) }
        if new.isPausable { stored.marks.insert(.isPausable) }
        if new.removeWhenFinished { stored.marks.insert(.removesWhenFinished) }
        if stored.details?.details.failure != nil { stored.marks.insert(.isFailed) }
        if try members.bool("isCancelled") == true { stored.marks.insert(.isCancelled) }
        if try members.bool("isPaused") == true { stored.marks.insert(.isPaused) }
        if try members.bool("isStalled") == true { stored.marks.insert(.isStalled) }
        guard try members.bool("isCredited") == true else { return }
        if stored.parentID == nil { throw members.outOfRange("isCredited", "false, where there is no parent") }
        stored.marks.insert(.isCredited)
    }

    private mutating func readHidden(_ members: ExportMembers) throws(BodyError) {
        if let sums = try members.object("vanished") { stored.retired = try SummarySums(sums) }
        for writer in try members.objects("writers") {
            try writer.check(knows: ["writer", "sequence"])
            stored.writers.append(
                Writer(
                    name: try writer.required("writer") { name throws(BodyError) in
                        try writer.text(name, limit: FieldLimits.writer)
                    },
                    sequence: try writer.required("sequence") { name throws(BodyError) in try writer.integer(name) }
                )
            )
        }
        if let rate = try members.object("rate") { stored.rate = try StoredRate(rate) }
        guard let digest = try members.bytes("bodyDigest", count: 16) else { return }
        bodyDigest = digest.withUnsafeBytes {
            let words = $0.assumingMemoryBound(to: UInt64.self)
            return (UInt64(bigEndian: words[0]), UInt64(bigEndian: words[1]))
        }
    }
}

extension SummarySums {
    fileprivate init(_ members: ExportMembers) throws(BodyError) {
        self.init()
        try members.check(knows: ["fileTotalCount", "fileCompletedCount", "totalByteCount", "completedByteCount"])
        fileTotalCount = try members.integer("fileTotalCount", in: 0 ... .max)
        fileCompletedCount = try members.integer("fileCompletedCount", in: 0 ... .max)
        totalByteCount = try members.integer("totalByteCount", in: 0 ... .max)
        completedByteCount = try members.integer("completedByteCount", in: 0 ... .max)
    }
}

extension StoredRate {
    /// Milliseconds, and what rests, have room to grow; numbers are such as a rate can have.
    private static let times: ClosedRange<Int64> = -(1 << 53)...1 << 53

    fileprivate init(_ members: ExportMembers) throws(BodyError) {
        try members.check(knows: ["units", "sampledAt", "unitsPerSecond", "window"])
        self.init(
            units: try Self.number("units", in: -1e30...1e30, members),
            sampledAt: try members.required("sampledAt") { name throws(BodyError) in
                try members.integer(name, in: Self.times)
            },
            unitsPerSecond: Float(try Self.number("unitsPerSecond", in: 0...Double(Float(1e30)), members)),
            window: Float(try Self.number("window", in: 0...1e9, members))
        )
    }

    private static func number(
        _ name: String,
        in range: ClosedRange<Double>,
        _ members: ExportMembers
    ) throws(BodyError) -> Double {
        try members.required(name) { name throws(BodyError) in try members.double(name, in: range) }
    }
}
