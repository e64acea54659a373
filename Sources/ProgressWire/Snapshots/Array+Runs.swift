package import ProgressCore

extension [UInt8] {
    /// Appends the reply that lists the runs of a name.
    /// - Parameter hidesUsers: for readers by grant.
    package mutating func append(_ items: [RunItem], hidesUsers: Bool) {
        append("{\"items\":[")
        for item in items {
            appendSeparator()
            append(item, hidesUsers: hidesUsers)
        }
        append("],\"typicalDurationSeconds\":")
        appendNumber(RunItem.typicalDurationSeconds(of: items))
        append("}")
    }

    private mutating func append(_ item: RunItem, hidesUsers: Bool) {
        append("{\"id\":")
        appendID(item.id)
        append(",\"run\":")
        appendJSON(item.number)
        append(",\"state\":\"")
        append(item.state.name)
        append("\",\"createdAt\":")
        appendMoment(item.createdAt)
        append(",\"startedAt\":")
        appendMoment(item.startedAt)
        append(",\"endedAt\":")
        appendMoment(item.endedAt)
        append(",\"durationSeconds\":")
        appendNumber(item.durationSeconds)
        append(",\"totalUnitCount\":")
        appendJSON(item.counts.total)
        append(",\"completedUnitCount\":")
        appendJSON(item.counts.completed)
        append(",\"fractionCompleted\":")
        appendJSON(item.fractionCompleted)
        append(",\"failure\":")
        appendFailure(item.failure, hidesUsers: hidesUsers)
        append(",\"control\":")
        appendControl(item.control, hidesUsers: hidesUsers)
        append("}")
    }

    private mutating func appendNumber(_ number: Double?) {
        if let number { appendJSON(number) } else { append("null") }
    }
}
