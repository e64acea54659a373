package import ProgressCore

/// A node as a line of an export, without members that are null, false or empty, and without a true `isCancellable`.
extension ProgressRecord {
    package func appendLine(to bytes: inout [UInt8]) {
        ExportLine.progress.appendStart(to: &bytes)
        appendMembers(to: &bytes)
        bytes.append("\n")
    }

    /// Appends the members after the first ones, and the end of the object.
    func appendMembers(to bytes: inout [UInt8]) {
        let details = stored.details?.details
        bytes.appendMember(",\"id\":", id: stored.id)
        bytes.appendMember(",\"name\":", text: details?.name)
        bytes.appendMember(",\"run\":", integer: details?.run?.number)
        bytes.appendMember(",\"previousID\":", id: details?.run?.previousID)
        if let parentID = stored.parentID {
            bytes.appendMember(",\"parentID\":", id: parentID)
            bytes.appendMember(",\"pendingUnitCount\":", integer: stored.pendingUnitCount)
        }
        bytes.appendMember(",\"totalUnitCount\":", integer: stored.counts.total)
        bytes.appendMember(",\"completedUnitCount\":", integer: stored.counts.completed)
        appendMarks(to: &bytes)
        if details != nil || stored.trace != nil { appendDetails(to: &bytes) }
        bytes.appendMember(",\"version\":", integer: stored.version)
        bytes.appendMember(",\"createdAt\":", moment: stored.createdAt)
        bytes.appendMember(",\"updatedAt\":", moment: stored.updatedAt)
        if stored.finishedAt >= 0 { bytes.appendMember(",\"finishedAt\":", moment: stored.finishedAt) }
        if stored.startedAt >= 0 { bytes.appendMember(",\"startedAt\":", moment: stored.startedAt) }
        if stored.endedAt >= 0 && stored.endedAt != stored.finishedAt {
            bytes.appendMember(",\"endedAt\":", moment: stored.endedAt)
        }
        bytes.appendMember(",\"treeWrittenAt\":", moment: stored.treeWrittenAt)
        bytes.appendMember(",\"position\":", integer: Int64(clamping: stored.ordinal))
        bytes.appendMember(",\"changeStamp\":", integer: Int64(clamping: stored.changeStamp))
        appendHidden(to: &bytes)
        bytes.append("}")
    }

    private func appendDetails(to bytes: inout [UInt8]) {
        for member in Member.allCases where member != .name {
            guard let value = stored.value(of: member) else { continue }
            bytes.append(",\"")
            bytes.append(text: member.rawValue)
            bytes.append("\":")
            value.append(to: &bytes)
        }
    }

    private func appendMarks(to bytes: inout [UInt8]) {
        let marks = stored.marks
        if marks.contains(.isCredited) { bytes.append(",\"isCredited\":true") }
        if !marks.contains(.isCancellable) { bytes.append(",\"isCancellable\":false") }
        if marks.contains(.isPausable) { bytes.append(",\"isPausable\":true") }
        if marks.contains(.isCancelled) { bytes.append(",\"isCancelled\":true") }
        if marks.contains(.isPaused) { bytes.append(",\"isPaused\":true") }
        if marks.contains(.isStalled) { bytes.append(",\"isStalled\":true") }
        if marks.contains(.isSilent) { bytes.append(",\"isSilent\":true") }
        if marks.contains(.hasDefaultLease) { bytes.append(",\"hasDefaultLease\":true") }
        if marks.contains(.removesWhenFinished) { bytes.append(",\"removeWhenFinished\":true") }
        if marks.contains(.hasLostName) { bytes.append(",\"hasLostName\":true") }
        if marks.contains(.isForgottenRun) { bytes.append(",\"isForgottenRun\":true") }
    }

    /// The members that the API does not show.
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
            bytes.appendMember(",\"doublings\":", integer: Int64(rate.blocks.exponent))
            bytes.append(",\"blocks\":[")
            rate.blocks.forEachBlock {
                bytes.appendSeparator()
                bytes.appendJSON(Double($0.value))
            }
            bytes.appendMember("],\"openMilliseconds\":", number: Double(rate.blocks.openMilliseconds))
            bytes.appendMember(",\"openUnits\":", number: Double(rate.blocks.openUnits))
            bytes.appendMember(",\"toldEnd\":", integer: rate.told.end)
            bytes.append(rate.told.isShown ? ",\"isToldEndShown\":true" : ",\"isToldEndShown\":false")
            bytes.appendMember(",\"sharing\":", integer: rate.told.sharing.rawValue)
            bytes.appendMember(",\"updatesPerSecond\":", number: Double(rate.updatesPerSecond))
            bytes.appendMember(",\"heldSilence\":", number: Double(rate.heldSilence))
            if rate.blocks.isPart { bytes.append(",\"isPart\":true") }
            bytes.append("}")
            if let box = rate.foretelling {
                bytes.append(",\"foretelling\":")
                bytes.append(exported: box.foretelling)
            }
        }
        bytes.appendMember(",\"bodyDigest\":", words: bodyDigest)
        bytes.appendMember(",\"createKey\":", words: createKey)
    }
}

extension [UInt8] {
    fileprivate mutating func appendMember(_ key: StaticString, words: (first: UInt64, second: UInt64)?) {
        guard let words else { return }
        append(key)
        var digest: [UInt8] = []
        digest.append(number: words.first.bigEndian)
        digest.append(number: words.second.bigEndian)
        Hexadecimal.append(digest, to: &self)
    }
}

extension MemberValue {
    fileprivate func append(to bytes: inout [UInt8]) {
        switch self {
        case .text(let text): bytes.appendJSON(text)
        case .integer(let integer): bytes.appendJSON(integer)
        case .number(let number): bytes.appendJSON(number)
        case .object(let text): bytes.append(contentsOf: text)
        case .texts(let texts): bytes.append(texts)
        case .failure(let failure):
            bytes.append("{\"message\":")
            bytes.appendJSON(failure.message)
            bytes.appendMember(",\"code\":", text: failure.code)
            if let caller = failure.by {
                bytes.append(",\"by\":")
                bytes.append(exported: caller)
            }
            bytes.appendMember(",\"at\":", moment: failure.at)
            bytes.append("}")
        case .control(let control):
            bytes.append("{\"action\":\"")
            bytes.append(control.action.name)
            bytes.append("\"")
            bytes.appendMember(",\"reason\":", text: control.reason)
            bytes.append(",\"by\":")
            bytes.append(exported: control.by)
            bytes.appendMember(",\"at\":", moment: control.at)
            bytes.append("}")
        }
    }
}

extension [UInt8] {
    /// - Parameter grant: the grant with which the call was made, if that is kept.
    package mutating func append(exported caller: Caller, grant: ProgressID? = nil) {
        append("{\"role\":\"")
        append(caller.role.name)
        append("\"")
        appendMember(",\"user\":", text: caller.user)
        appendMember(",\"grantID\":", id: grant)
        append("}")
    }

    fileprivate mutating func appendSum(_ name: StaticString, _ sum: Int64?) {
        guard let sum else { return }
        appendKey(name)
        appendJSON(sum)
    }
}
