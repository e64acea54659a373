package import ProgressCore

extension [UInt8] {
    /// Appends `,"summary":{…}`, with the texts of the node that changed last.
    package mutating func appendSummary(
        _ summary: ProgressSummary,
        _ texts: borrowing SnapshotTexts,
        hidesUsers: Bool
    ) {
        append(atMost: 384) { writer in
            writer.append(",\"summary\":{\"fileTotalCount\":")
            writer.appendInteger(summary.sums.fileTotalCount)
            writer.append(",\"fileCompletedCount\":")
            writer.appendInteger(summary.sums.fileCompletedCount)
            writer.append(",\"totalByteCount\":")
            writer.appendInteger(summary.sums.totalByteCount)
            writer.append(",\"completedByteCount\":")
            writer.appendInteger(summary.sums.completedByteCount)
            writer.append(",\"throughput\":")
            writer.appendNumber(summary.throughput)
            writer.append(",\"estimatedTimeRemaining\":")
            writer.appendNumber(summary.estimatedTimeRemaining)
            writer.append(",\"nodeCounts\":{")
        }
        appendStateCounts(summary.nodeCounts)
        append("},\"latest\":{\"id\":\"")
        summary.latest.id.append(to: &self)
        append("\"")
        appendDescriptions(texts)
        append(",\"userInfo\":")
        appendObject(summary.latest.box?.details.userInfo ?? [])
        append("},\"firstFailure\":")
        if let first = summary.firstFailure { append(first, hidesUsers: hidesUsers) } else { append("null") }
        append("}")
    }

    /// Appends the members of counts by the raw value of a state.
    mutating func appendStateCounts(_ counts: [Int]) {
        for state in ProgressState.allCases {
            appendKey(state.name)
            appendJSON(counts[Int(state.rawValue)])
        }
    }

    private mutating func append(_ first: ProgressSummary.FirstFailure, hidesUsers: Bool) {
        append("{\"id\":")
        appendID(first.id)
        append(",\"name\":")
        appendText(first.name)
        append(",\"failure\":")
        appendFailure(first.failure, hidesUsers: hidesUsers)
        append("}")
    }

    /// Appends `,"links":{…}`: the paths of related resources, below `prefix`.
    package mutating func appendLinks(_ id: ProgressID, prefix: String) {
        append(",\"links\":{\"self\":\"")
        append(text: prefix)
        append("/v1/progress/")
        id.append(to: &self)
        for name in ["events", "children", "tree", "cancel", "pause", "resume"] as [StaticString] {
            append("\",\"")
            append(name)
            append("\":\"")
            append(text: prefix)
            append("/v1/progress/")
            id.append(to: &self)
            append("/")
            append(name)
        }
        append("\",\"page\":\"")
        append(text: prefix)
        append("/progress/")
        id.append(to: &self)
        append("\"}")
    }
}
