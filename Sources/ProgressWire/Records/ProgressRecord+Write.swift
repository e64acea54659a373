import ProgressCore

extension ProgressRecord {
    package func append(to bytes: inout [UInt8]) {
        let details = stored.details?.details
        bytes.append(Self.form)
        bytes.append(number: parts.rawValue)
        bytes.append(number: uncleanEndCount)
        bytes.append(number: stored.marks.rawValue)
        bytes.append(number: stored.ordinal)
        bytes.append(number: stored.counts.total)
        bytes.append(number: stored.counts.completed)
        bytes.append(number: stored.version)
        bytes.append(number: stored.changeStamp)
        bytes.append(number: stored.createdAt)
        bytes.append(number: stored.updatedAt)
        bytes.append(number: stored.treeWrittenAt)
        if let parentID = stored.parentID {
            bytes.append(number: parentID.high)
            bytes.append(number: parentID.low)
            bytes.append(number: stored.pendingUnitCount)
        }
        if stored.finishedAt >= 0 { bytes.append(number: stored.finishedAt) }
        if stored.retired != SummarySums() { stored.retired.append(to: &bytes) }
        if !stored.writers.isEmpty { append(stored.writers, to: &bytes) }
        if let rate = stored.rate { append(rate, to: &bytes) }
        if let bodyDigest {
            bytes.append(number: bodyDigest.first)
            bytes.append(number: bodyDigest.second)
        }
        if let details { details.append(to: &bytes) }
    }

    private var parts: Part {
        var parts = stored.details?.details.parts ?? []
        if stored.parentID != nil { parts.insert(.parent) }
        if stored.finishedAt >= 0 { parts.insert(.finishedAt) }
        if stored.retired != SummarySums() { parts.insert(.retired) }
        if !stored.writers.isEmpty { parts.insert(.writers) }
        if stored.rate != nil { parts.insert(.rate) }
        if bodyDigest != nil { parts.insert(.bodyDigest) }
        return parts
    }

    private func append(_ writers: [Writer], to bytes: inout [UInt8]) {
        bytes.append(number: UInt32(writers.count))
        for writer in writers {
            bytes.append(counted: writer.name)
            bytes.append(number: writer.sequence)
        }
    }

    private func append(_ rate: StoredRate, to bytes: inout [UInt8]) {
        bytes.append(double: rate.units)
        bytes.append(number: rate.sampledAt)
        bytes.append(float: rate.unitsPerSecond)
        bytes.append(float: rate.window)
    }
}

extension SummarySums {
    fileprivate func append(to bytes: inout [UInt8]) {
        let sums = [fileTotalCount, fileCompletedCount, totalByteCount, completedByteCount]
        var present: UInt8 = 0
        for (place, sum) in sums.enumerated() where sum != nil { present |= 1 << UInt8(place) }
        bytes.append(present)
        for sum in sums { if let sum { bytes.append(number: sum) } }
    }
}

extension ProgressDetails {
    fileprivate var parts: ProgressRecord.Part {
        var parts: ProgressRecord.Part = []
        if name != nil { parts.insert(.name) }
        if kind != nil { parts.insert(.kind) }
        if fileOperationKind != nil { parts.insert(.fileOperationKind) }
        if fileURL != nil { parts.insert(.fileURL) }
        if fileTotalCount != nil { parts.insert(.fileTotalCount) }
        if fileCompletedCount != nil { parts.insert(.fileCompletedCount) }
        if estimatedTimeRemaining != nil { parts.insert(.estimatedTimeRemaining) }
        if throughput != nil { parts.insert(.throughput) }
        if !userInfo.isEmpty { parts.insert(.userInfo) }
        if !labels.isEmpty { parts.insert(.labels) }
        if localizedDescription != nil { parts.insert(.localizedDescription) }
        if localizedAdditionalDescription != nil { parts.insert(.localizedAdditionalDescription) }
        if leaseSeconds != nil { parts.insert(.leaseSeconds) }
        if failure != nil { parts.insert(.failure) }
        if failure?.code != nil { parts.insert(.failureCode) }
        if reason != nil { parts.insert(.reason) }
        return parts
    }

    fileprivate func append(to bytes: inout [UInt8]) {
        for text in [name, kind, fileOperationKind, fileURL] { if let text { bytes.append(counted: text) } }
        for count in [fileTotalCount, fileCompletedCount] { if let count { bytes.append(number: count) } }
        for number in [estimatedTimeRemaining, throughput] { if let number { bytes.append(double: number) } }
        if !userInfo.isEmpty { bytes.append(counted: userInfo) }
        if !labels.isEmpty { bytes.append(number: UInt32(labels.count)) }
        for label in labels {
            bytes.append(counted: label.key)
            bytes.append(counted: label.value)
        }
        for text in [localizedDescription, localizedAdditionalDescription] {
            if let text { bytes.append(counted: text) }
        }
        if let leaseSeconds { bytes.append(double: leaseSeconds) }
        for text in [failure?.message, failure?.code, reason] { if let text { bytes.append(counted: text) } }
    }
}
