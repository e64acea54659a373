package import ProgressCore

extension ProgressRecord {
    /// - Parameter form: `secondForm`, `form`, or the one of a version after this.
    package func append(to bytes: inout [UInt8], as form: UInt8 = Self.form) {
        bytes.append(form)
        let partsOffset = bytes.count
        bytes.append(number: Part().rawValue)
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
        #if DEBUG
            var parts = appendParts(to: &bytes, form)
            if form >= Self.nextForm {
                parts.insert(.next)
                bytes.append(number: stored.changeStamp)
            }
        #else
            let parts = appendParts(to: &bytes, form)
        #endif
        bytes.withUnsafeMutableBytes {
            $0.storeBytes(of: parts.rawValue.littleEndian, toByteOffset: partsOffset, as: UInt32.self)
        }
    }

    /// - Returns: the parts that were there.
    private func appendParts(to bytes: inout [UInt8], _ form: UInt8) -> Part {
        var parts: Part = []
        if let parentID = stored.parentID {
            parts.insert(.parent)
            bytes.append(number: parentID.high)
            bytes.append(number: parentID.low)
            bytes.append(number: stored.pendingUnitCount)
        }
        if stored.finishedAt >= 0 {
            parts.insert(.finishedAt)
            bytes.append(number: stored.finishedAt)
        }
        if stored.retired != SummarySums() {
            parts.insert(.retired)
            stored.retired.append(to: &bytes)
        }
        let writers = form > Self.secondForm ? stored.writers : writersWithCreateKey
        if !writers.isEmpty {
            parts.insert(.writers)
            bytes.append(number: UInt32(writers.count))
            for writer in writers {
                bytes.append(counted: writer.name)
                bytes.append(number: writer.sequence)
            }
        }
        if let rate = stored.rate {
            parts.insert(.rate)
            rate.append(to: &bytes, form)
        }
        if let bodyDigest {
            parts.insert(.bodyDigest)
            bytes.append(number: bodyDigest.first)
            bytes.append(number: bodyDigest.second)
        }
        let details = stored.details?.details
        if details != nil || stored.trace != nil { appendMembers(to: &bytes, &parts, form) }
        if let createKey, form > Self.secondForm {
            parts.insert(.createKey)
            bytes.append(number: createKey.first)
            bytes.append(number: createKey.second)
        }
        if stored.startedAt >= 0 {
            parts.insert(.startedAt)
            bytes.append(number: stored.startedAt)
        }
        if stored.endedAt != stored.finishedAt {
            parts.insert(.endedAt)
            bytes.append(number: stored.endedAt)
        }
        if let failure = details?.failure, let at = failure.at {
            parts.insert(.failureOrigin)
            bytes.append(number: at)
            bytes.append(failure.by == nil ? 0 : 1)
            failure.by?.append(to: &bytes)
        }
        if let run = details?.run {
            parts.insert(.run)
            bytes.append(run)
        }
        if let rate = stored.rate {
            parts.insert(.updatesPerSecond)
            bytes.append(float: rate.updatesPerSecond)
        }
        if let fraction = stored.momentFraction {
            parts.insert(.moment)
            bytes.append(double: fraction)
        }
        return parts
    }

    private func appendMembers(to bytes: inout [UInt8], _ parts: inout Part, _ form: UInt8) {
        let hasURLs = form > Self.secondForm
        for member in Member.recorded where hasURLs || member != .urls {
            var value = stored.value(of: member)
            if !hasURLs, member == .labels, let details = stored.details?.details {
                value = details.labelsWithAddresses
            }
            guard let value else { continue }
            parts.insert(member.part)
            value.append(to: &bytes)
        }
        if stored.details?.details.failure?.code != nil { parts.insert(.failureCode) }
    }
}

extension [UInt8] {
    fileprivate mutating func append(_ run: RunPlace) {
        append(number: run.number)
        append(run.previousID == nil ? 0 : 1)
        guard let id = run.previousID else { return }
        append(number: id.high)
        append(number: id.low)
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

extension Caller {
    package func append(to bytes: inout [UInt8]) {
        bytes.append(role.rawValue)
        bytes.append(user == nil ? 0 : 1)
        if let user { bytes.append(counted: user) }
    }
}

extension LastControl {
    fileprivate func append(to bytes: inout [UInt8]) {
        bytes.append(action.rawValue)
        bytes.append(number: at)
        by.append(to: &bytes)
        bytes.append(reason == nil ? 0 : 1)
        if let reason { bytes.append(counted: reason) }
    }
}

extension MemberValue {
    fileprivate func append(to bytes: inout [UInt8]) {
        switch self {
        case .text(let text): bytes.append(counted: text)
        case .integer(let integer): bytes.append(number: integer)
        case .number(let number): bytes.append(double: number)
        case .object(let text): bytes.append(counted: text)
        case .texts(let texts):
            bytes.append(number: UInt32(texts.count))
            for text in texts {
                bytes.append(counted: text.key)
                bytes.append(counted: text.value)
            }
        case .failure(let failure):
            bytes.append(counted: failure.message)
            if let code = failure.code { bytes.append(counted: code) }
        case .control(let control): control.append(to: &bytes)
        }
    }
}

extension StoredRate {
    fileprivate func append(to bytes: inout [UInt8], _ form: UInt8) {
        bytes.append(double: units)
        bytes.append(number: sampledAt)
        if form <= ProgressRecord.secondForm {
            let mean = meanSpeed
            bytes.append(float: mean.unitsPerSecond)
            bytes.append(float: mean.milliseconds)
            return
        }
        bytes.append(blocks.exponent)
        bytes.append(UInt8(blocks.blockCount))
        blocks.forEachBlock { bytes.append(number: $0.rawValue) }
        bytes.append(float: blocks.openMilliseconds)
        bytes.append(float: blocks.openUnits)
        bytes.append(number: told.rawValue)
        bytes.append(float: heldSilence)
        bytes.append(RateMarks(self).rawValue)
        if let foretelling { bytes.append(foretelling.foretelling) }
    }
}
