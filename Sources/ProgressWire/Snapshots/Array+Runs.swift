package import ProgressCore

extension [UInt8] {
    /// Appends the reply that lists the runs of a name.
    /// - Parameter hidesUsers: for readers by grant, who are not told whom a proxy named.
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
        appendFailure(item.failure)
        append(",\"control\":")
        if let control = item.control { append(control, hidesUsers: hidesUsers) } else { append("null") }
        append("}")
    }

    private mutating func append(_ control: LastControl, hidesUsers: Bool) {
        append("{\"action\":\"")
        append(control.action.name)
        append("\",\"reason\":")
        appendText(control.reason)
        append(",\"by\":{\"role\":\"")
        append(control.by.role.name)
        append("\",\"user\":")
        appendText(hidesUsers ? nil : control.by.user)
        append("},\"at\":")
        appendMoment(control.at)
        append("}")
    }

    private mutating func appendNumber(_ number: Double?) {
        if let number { appendJSON(number) } else { append("null") }
    }
}
