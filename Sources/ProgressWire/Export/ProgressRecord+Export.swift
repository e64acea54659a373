import ProgressCore

/// A node as a line of an export. What is null, false or empty is left out; of `isCancellable`, what is true.
extension ProgressRecord {
    package func appendLine(to bytes: inout [UInt8]) {
        let details = stored.details?.details
        ExportLine.progress.appendStart(to: &bytes)
        bytes.appendMember(",\"id\":", id: stored.id)
        bytes.appendMember(",\"name\":", text: details?.name)
        if let parentID = stored.parentID {
            bytes.appendMember(",\"parentID\":", id: parentID)
            bytes.appendMember(",\"pendingUnitCount\":", integer: stored.pendingUnitCount)
        }
        bytes.appendMember(",\"totalUnitCount\":", integer: stored.counts.total)
        bytes.appendMember(",\"completedUnitCount\":", integer: stored.counts.completed)
        appendMarks(to: &bytes)
        if let details { details.appendMembers(to: &bytes) }
        bytes.appendMember(",\"version\":", integer: stored.version)
        bytes.appendMember(",\"createdAt\":", moment: stored.createdAt)
        bytes.appendMember(",\"updatedAt\":", moment: stored.updatedAt)
        if stored.finishedAt >= 0 { bytes.appendMember(",\"finishedAt\":", moment: stored.finishedAt) }
        bytes.appendMember(",\"treeWrittenAt\":", moment: stored.treeWrittenAt)
        bytes.appendMember(",\"position\":", integer: Int64(clamping: stored.ordinal))
        bytes.appendMember(",\"changeStamp\":", integer: Int64(clamping: stored.changeStamp))
        appendHidden(to: &bytes)
        bytes.append("}\n")
    }

    private func appendMarks(to bytes: inout [UInt8]) {
        let marks = stored.marks
        if marks.contains(.isCredited) { bytes.append(",\"isCredited\":true") }
        if !marks.contains(.isCancellable) { bytes.append(",\"isCancellable\":false") }
        if marks.contains(.isPausable) { bytes.append(",\"isPausable\":true") }
        if marks.contains(.isCancelled) { bytes.append(",\"isCancelled\":true") }
        if marks.contains(.isPaused) { bytes.append(",\"isPaused\":true") }
        if marks.contains(.isStalled) { bytes.append(",\"isStalled\":true") }
        if marks.contains(.removesWhenFinished) { bytes.append(",\"removeWhenFinished\":true") }
    }

    /// What the API does not show.
    private func appendHidden(to bytes: inout [UInt8]) {
        if stored.retired != SummarySums() {
            bytes.append(",\"vanished\":{")
            bytes.appendSum("fileTotalCount", stored.retired.fileTotalCount)
            bytes.appendSum("fileCompletedCount", stored.retired.fileCompletedCount)
            bytes.appendSum("totalByteCount", stored.retired.totalByteCount)
            bytes.appendSum("completedByteCount", stored.retired.completedByteCount)
            bytes.append("}")
        }
        if !stored.writers.isEmpty {
            bytes.append(",\"writers\":[")
            for writer in stored.writers {
                bytes.appendSeparator()
                bytes.append("{\"writer\":")
                bytes.appendJSON(writer.name)
                bytes.appendMember(",\"sequence\":", integer: writer.sequence)
                bytes.append("}")
            }
            bytes.append("]")
        }
        if let rate = stored.rate {
            bytes.appendMember(",\"rate\":{\"units\":", number: rate.units)
            bytes.appendMember(",\"sampledAt\":", integer: rate.sampledAt)
            bytes.appendMember(",\"unitsPerSecond\":", number: Double(rate.unitsPerSecond))
            bytes.appendMember(",\"window\":", number: Double(rate.window))
            bytes.append("}")
        }
        guard let bodyDigest else { return }
        bytes.append(",\"bodyDigest\":")
        var digest: [UInt8] = []
        digest.append(number: bodyDigest.first.bigEndian)
        digest.append(number: bodyDigest.second.bigEndian)
        Hexadecimal.append(digest, to: &bytes)
    }
}

extension ProgressDetails {
    fileprivate func appendMembers(to bytes: inout [UInt8]) {
        if let failure {
            bytes.appendMember(",\"failure\":{\"message\":", text: failure.message)
            bytes.appendMember(",\"code\":", text: failure.code)
            bytes.append("}")
        }
        bytes.appendMember(",\"reason\":", text: reason)
        bytes.appendMember(",\"kind\":", text: kind)
        bytes.appendMember(",\"fileOperationKind\":", text: fileOperationKind)
        bytes.appendMember(",\"fileURL\":", text: fileURL)
        bytes.appendMember(",\"fileTotalCount\":", integer: fileTotalCount)
        bytes.appendMember(",\"fileCompletedCount\":", integer: fileCompletedCount)
        bytes.appendMember(",\"estimatedTimeRemaining\":", number: estimatedTimeRemaining)
        bytes.appendMember(",\"throughput\":", number: throughput)
        if !userInfo.isEmpty {
            bytes.append(",\"userInfo\":")
            bytes.append(contentsOf: userInfo)
        }
        if !labels.isEmpty {
            bytes.append(",\"labels\":{")
            for label in labels {
                bytes.appendSeparator()
                bytes.appendJSON(label.key)
                bytes.append(":")
                bytes.appendJSON(label.value)
            }
            bytes.append("}")
        }
        bytes.appendMember(",\"localizedDescription\":", text: localizedDescription)
        bytes.appendMember(",\"localizedAdditionalDescription\":", text: localizedAdditionalDescription)
        bytes.appendMember(",\"leaseSeconds\":", number: leaseSeconds)
    }
}

extension [UInt8] {
    fileprivate mutating func appendSum(_ name: StaticString, _ sum: Int64?) {
        guard let sum else { return }
        appendKey(name)
        appendJSON(sum)
    }
}
