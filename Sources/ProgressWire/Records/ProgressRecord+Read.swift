package import ProgressCore

extension ProgressRecord {
    /// - Throws: for everything that `append` does not write.
    package init(_ bytes: UnsafeRawBufferPointer, of id: ProgressID) throws(RecordError) {
        var reader = RecordReader(bytes)
        let form = try reader.number(UInt8.self)
        guard form == Self.form else { throw .unknownForm(form) }
        let parts = Part(rawValue: try reader.number(UInt32.self))
        guard parts.isSubset(of: .known) else { throw .badValue("a record has unknown members") }
        uncleanEndCount = try reader.number(UInt32.self)
        let marks = StoredProgress.Marks(rawValue: try reader.number(UInt16.self))
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
        if parts.contains(.rate) { stored.rate = try StoredRate(&reader) }
        if parts.contains(.bodyDigest) {
            bodyDigest = (try reader.number(UInt64.self), try reader.number(UInt64.self))
        }
        if parts.rawValue >= Part.name.rawValue { stored.details = DetailsBox(try ProgressDetails(&reader, parts)) }
        try reader.finish()
    }

    private static func writers(_ reader: inout RecordReader) throws(RecordError) -> [Writer] {
        var writers: [Writer] = []
        for _ in 0..<(try reader.number(UInt32.self)) {
            writers.append(Writer(name: try reader.text(), sequence: try reader.number(Int64.self)))
        }
        return writers
    }
}

extension StoredRate {
    fileprivate init(_ reader: inout RecordReader) throws(RecordError) {
        self.init(
            units: try reader.double(),
            sampledAt: try reader.number(Int64.self),
            unitsPerSecond: try reader.float(),
            window: try reader.float()
        )
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
    fileprivate init(_ reader: inout RecordReader, _ parts: ProgressRecord.Part) throws(RecordError) {
        self.init()
        if parts.contains(.name) { name = try reader.text() }
        if parts.contains(.kind) { kind = try reader.text() }
        if parts.contains(.fileOperationKind) { fileOperationKind = try reader.text() }
        if parts.contains(.fileURL) { fileURL = try reader.text() }
        if parts.contains(.fileTotalCount) { fileTotalCount = try reader.number(Int64.self) }
        if parts.contains(.fileCompletedCount) { fileCompletedCount = try reader.number(Int64.self) }
        if parts.contains(.estimatedTimeRemaining) { estimatedTimeRemaining = try reader.double() }
        if parts.contains(.throughput) { throughput = try reader.double() }
        if parts.contains(.userInfo) { userInfo = try reader.bytes() }
        if parts.contains(.labels) { labels = try Self.labels(&reader) }
        if parts.contains(.localizedDescription) { localizedDescription = try reader.text() }
        if parts.contains(.localizedAdditionalDescription) { localizedAdditionalDescription = try reader.text() }
        if parts.contains(.leaseSeconds) { leaseSeconds = try reader.double() }
        if parts.contains(.failure) {
            let message = try reader.text()
            failure = Failure(message: message, code: parts.contains(.failureCode) ? try reader.text() : nil)
        }
        if parts.contains(.reason) { reason = try reader.text() }
    }

    private static func labels(_ reader: inout RecordReader) throws(RecordError) -> [Label] {
        var labels: [Label] = []
        for _ in 0..<(try reader.number(UInt32.self)) {
            labels.append(Label(key: try reader.text(), value: try reader.text()))
        }
        return labels
    }
}
