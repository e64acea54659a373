package import ProgressCore

extension [UInt8] {
    /// Appends `,"summary":{…}`, with the texts of the node that changed last.
    package mutating func appendSummary(_ summary: ProgressSummary, _ texts: borrowing SnapshotTexts) {
        append(",\"summary\":{\"fileTotalCount\":")
        appendInteger(summary.sums.fileTotalCount)
        append(",\"fileCompletedCount\":")
        appendInteger(summary.sums.fileCompletedCount)
        append(",\"totalByteCount\":")
        appendInteger(summary.sums.totalByteCount)
        append(",\"completedByteCount\":")
        appendInteger(summary.sums.completedByteCount)
        append(",\"throughput\":")
        appendNumber(summary.throughput)
        append(",\"estimatedTimeRemaining\":")
        appendNumber(summary.estimatedTimeRemaining)
        append(",\"nodeCounts\":{")
        for state in ProgressState.allCases {
            appendKey(state.name)
            appendJSON(summary.nodeCounts[Int(state.rawValue)])
        }
        append("},\"latest\":{\"id\":\"")
        summary.latest.id.append(to: &self)
        append("\",\"localizedDescription\":")
        texts.description.withUnsafeBufferPointer { appendJSON(utf8: $0) }
        append(",\"localizedAdditionalDescription\":")
        texts.additionalDescription.withUnsafeBufferPointer { appendJSON(utf8: $0) }
        append(",\"userInfo\":")
        let userInfo = summary.latest.box?.details.userInfo ?? []
        if userInfo.isEmpty { append("{}") } else { append(contentsOf: userInfo) }
        append("}}")
    }

    /// Appends `,"links":{…}`: the paths of related resources.
    package mutating func appendLinks(_ id: ProgressID) {
        append(",\"links\":{\"self\":\"/v1/progress/")
        id.append(to: &self)
        for name in ["events", "children", "tree", "cancel", "pause", "resume"] as [StaticString] {
            append("\",\"")
            append(name)
            append("\":\"/v1/progress/")
            id.append(to: &self)
            append("/")
            append(name)
        }
        append("\",\"page\":\"/progress/")
        id.append(to: &self)
        append("\"}")
    }
}
