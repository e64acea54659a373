package import ProgressCore

extension [UInt8] {
    /// Appends the progress resource without its closing brace, so that `summary`, `links`, `children` may follow.
    /// - Parameter hidesUsers: for readers by grant, which must not see the users that a proxy named.
    package mutating func appendOpenSnapshot(
        _ snapshot: ProgressSnapshot,
        _ texts: borrowing SnapshotTexts,
        hidesUsers: Bool
    ) {
        append(atMost: 64) { writer in
            writer.append("{\"id\":\"")
            writer.append(snapshot.id)
            writer.append("\",\"name\":")
        }
        if let box = snapshot.box { appendText(box.details.name) } else { append("null") }
        append(atMost: 768) { writer in
            writer.appendPlace(of: snapshot)
            writer.appendCounts(of: snapshot)
            writer.appendFlags(of: snapshot)
        }
        appendDetails(snapshot.box, hidesUsers: hidesUsers)
        append(atMost: 128) { $0.appendRate(of: snapshot) }
        appendDescriptions(texts)
        append(atMost: 384) { writer in
            writer.append(",\"version\":")
            writer.appendJSON(snapshot.version)
            writer.append(",\"createdAt\":")
            writer.appendRFC3339(milliseconds: snapshot.createdAt)
            writer.append(",\"updatedAt\":")
            writer.appendRFC3339(milliseconds: snapshot.updatedAt)
            writer.append(",\"finishedAt\":")
            writer.appendMoment(snapshot.finishedAt)
            writer.append(",\"expiresAt\":")
            writer.appendMoment(snapshot.expiresAt)
            writer.append(",\"startedAt\":")
            writer.appendMoment(snapshot.startedAt)
            writer.append(",\"endedAt\":")
            writer.appendMoment(snapshot.endedAt)
            writer.append(",\"control\":")
        }
        appendControl(snapshot.trace?.control, hidesUsers: hidesUsers)
        append(atMost: 128) { $0.appendRun(snapshot.box?.details.run) }
    }

    /// Appends only the members that a bar needs: the data of a `progress` event, without its closing brace.
    package mutating func appendOpenProgress(_ snapshot: ProgressSnapshot, _ texts: borrowing SnapshotTexts) {
        append(atMost: 768) { writer in
            writer.append("{\"id\":\"")
            writer.append(snapshot.id)
            writer.append("\",\"version\":")
            writer.appendJSON(snapshot.version)
            writer.appendCounts(of: snapshot)
            writer.append(",\"childCount\":")
            writer.appendJSON(snapshot.childCount)
            writer.append(",\"fileTotalCount\":")
            writer.appendInteger(snapshot.box?.details.fileTotalCount)
            writer.append(",\"fileCompletedCount\":")
            writer.appendInteger(snapshot.box?.details.fileCompletedCount)
            writer.appendRate(of: snapshot)
        }
        appendDescriptions(texts)
        append(atMost: 128) { writer in
            writer.append(",\"updatedAt\":")
            writer.appendRFC3339(milliseconds: snapshot.updatedAt)
            writer.append(",\"startedAt\":")
            writer.appendMoment(snapshot.startedAt)
        }
    }

    private mutating func appendDetails(_ box: DetailsBox?, hidesUsers: Bool) {
        guard let details = box?.details else {
            append(
                ",\"failure\":null,\"kind\":null,\"fileOperationKind\":null,\"fileURL\":null,\"fileTotalCount\":null"
                    as StaticString
            )
            append(",\"fileCompletedCount\":null,\"userInfo\":{},\"labels\":{},\"urls\":{}" as StaticString)
            append(",\"leaseSeconds\":null" as StaticString)
            return
        }
        append(",\"failure\":")
        appendFailure(details.failure, hidesUsers: hidesUsers)
        append(",\"kind\":")
        appendText(details.kind)
        append(",\"fileOperationKind\":")
        appendText(details.fileOperationKind)
        append(",\"fileURL\":")
        appendText(details.fileURL)
        append(atMost: 96) { writer in
            writer.append(",\"fileTotalCount\":")
            writer.appendInteger(details.fileTotalCount)
            writer.append(",\"fileCompletedCount\":")
            writer.appendInteger(details.fileCompletedCount)
            writer.append(",\"userInfo\":")
        }
        appendObject(details.userInfo)
        append(",\"labels\":")
        append(details.labels)
        append(",\"urls\":")
        append(details.urls)
        append(atMost: 64) { writer in
            writer.append(",\"leaseSeconds\":")
            writer.appendNumber(details.leaseSeconds)
        }
    }

    mutating func append(_ texts: [ProgressDetails.KeyedText]) {
        append("{")
        for text in texts {
            appendSeparator()
            appendJSON(text.key)
            append(":")
            appendJSON(text.value)
        }
        append("}")
    }

    mutating func appendFailure(_ failure: ProgressDetails.Failure?, hidesUsers: Bool) {
        guard let failure else {
            append("null")
            return
        }
        append("{\"message\":")
        appendJSON(failure.message)
        append(",\"code\":")
        appendText(failure.code)
        append(",\"by\":")
        if let caller = failure.by { append(caller, hidesUser: hidesUsers) } else { append("null") }
        append(",\"at\":")
        appendMoment(failure.at)
        append("}")
    }

    mutating func appendControl(_ control: LastControl?, hidesUsers: Bool) {
        guard let control else {
            append("null")
            return
        }
        append("{\"action\":\"")
        append(control.action.name)
        append("\",\"reason\":")
        appendText(control.reason)
        append(",\"by\":")
        append(control.by, hidesUser: hidesUsers)
        append(",\"at\":")
        appendMoment(control.at)
        append("}")
    }

    private mutating func append(_ caller: Caller, hidesUser: Bool) {
        append("{\"role\":\"")
        append(caller.role.name)
        append("\",\"user\":")
        appendText(hidesUser ? nil : caller.user)
        append("}")
    }

    /// Appends the caller that made a right, and the grant that it used.
    package mutating func append(maker caller: Caller, grant: ProgressID?, hidesUser: Bool) {
        append(caller, hidesUser: hidesUser)
        removeLast()
        append(",\"grantID\":")
        appendID(grant)
        append("}")
    }

    mutating func appendDescriptions(_ texts: borrowing SnapshotTexts) {
        append(",\"localizedDescription\":")
        texts.description.withUnsafeBufferPointer { appendJSON(utf8: $0) }
        append(",\"localizedAdditionalDescription\":")
        texts.additionalDescription.withUnsafeBufferPointer { appendJSON(utf8: $0) }
    }

    /// Appends the stored text of a userInfo; empty for `{}`.
    mutating func appendObject(_ text: [UInt8]) {
        if text.isEmpty { append("{}") } else { append(contentsOf: text) }
    }
}

extension RawWriter {
    @inline(__always)
    mutating func append(_ id: ProgressID) {
        append(count: ProgressID.byteCount) { id.write(to: $0) }
    }

    @inline(__always)
    fileprivate mutating func appendPlace(of snapshot: ProgressSnapshot) {
        if let parentID = snapshot.parentID {
            append(",\"parentID\":\"")
            append(parentID)
            append("\",\"pendingUnitCount\":")
        } else {
            append(",\"parentID\":null,\"pendingUnitCount\":")
        }
        appendInteger(snapshot.pendingUnitCount)
        append(",\"rootID\":\"")
        append(snapshot.rootID)
        append("\",\"depth\":")
        appendJSON(snapshot.depth)
        append(",\"childCount\":")
        appendJSON(snapshot.childCount)
    }

    fileprivate mutating func appendCounts(of snapshot: ProgressSnapshot) {
        append(",\"totalUnitCount\":")
        appendJSON(snapshot.totalUnitCount)
        append(",\"completedUnitCount\":")
        appendJSON(snapshot.completedUnitCount)
        append(",\"fractionCompleted\":")
        appendJSON(snapshot.fractionCompleted)
        append(",\"isIndeterminate\":")
        appendJSON(snapshot.isIndeterminate)
        append(",\"isFinished\":")
        appendJSON(snapshot.isFinished)
        append(",\"state\":\"")
        append(snapshot.state.name)
        append(UInt8(ascii: "\""))
    }

    @inline(__always)
    fileprivate mutating func appendFlags(of snapshot: ProgressSnapshot) {
        append(",\"isCancellable\":")
        appendJSON(snapshot.isCancellable)
        append(",\"isPausable\":")
        appendJSON(snapshot.isPausable)
        append(",\"isCancelled\":")
        appendJSON(snapshot.isCancelled)
        append(",\"isPaused\":")
        appendJSON(snapshot.isPaused)
        append(",\"removeWhenFinished\":")
        appendJSON(snapshot.removeWhenFinished)
    }

    fileprivate mutating func appendRun(_ run: RunPlace?) {
        append(",\"run\":")
        appendInteger(run?.number)
        guard let previousID = run?.previousID else { return append(",\"previousID\":null") }
        append(",\"previousID\":\"")
        append(previousID)
        append(UInt8(ascii: "\""))
    }

    @inline(__always)
    fileprivate mutating func appendRate(of snapshot: ProgressSnapshot) {
        append(",\"estimatedTimeRemaining\":")
        appendNumber(snapshot.estimatedTimeRemaining)
        append(",\"throughput\":")
        appendNumber(snapshot.throughput)
    }
}

extension [UInt8] {
    // MARK: Values, or null

    package mutating func appendText(_ text: String?) {
        if let text { appendJSON(text) } else { append("null") }
    }

    package mutating func appendMoment(_ milliseconds: Int64?) {
        append(atMost: RawWriter.momentByteCount) { $0.appendMoment(milliseconds) }
    }

    package mutating func appendID(_ id: ProgressID?) {
        guard let id else {
            append("null")
            return
        }
        append(atMost: 64) { writer in
            writer.append(UInt8(ascii: "\""))
            writer.append(id)
            writer.append(UInt8(ascii: "\""))
        }
    }
}
