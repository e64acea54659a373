package import ProgressCore

extension [UInt8] {
    /// Appends the reply that lists the runs of a name.
    /// - Parameter hidesUsers: for readers by grant.
    package mutating func append(_ items: [RunItem], hidesUsers: Bool) {
        append("{\"items\":[")
        for item in items {
            appendSeparator()
            appendOpen(item, hidesUsers: hidesUsers)
            append("}")
        }
        append("],\"typicalDurationSeconds\":")
        appendNumber(RunItem.typicalDurationSeconds(of: items))
        append("}")
    }

    /// Appends the reply that is one run with its steps.
    package mutating func append(_ run: OpenedRun, hidesUsers: Bool) {
        let story = run.item.story
        appendOpen(run.item, hidesUsers: hidesUsers)
        append(",\"labels\":")
        append(story.labels)
        append(",\"userInfo\":")
        if let userInfo = story.userInfo { appendObject(userInfo) } else { append("null") }
        append(",\"localizedDescription\":")
        appendText(story.localizedDescription)
        append(",\"localizedAdditionalDescription\":")
        appendText(story.localizedAdditionalDescription)
        append(",\"steps\":[")
        for step in story.steps {
            appendSeparator()
            append(step, step.name.flatMap { run.typicalDurations[$0] }, hidesUsers: hidesUsers)
        }
        append("],\"omittedStepCount\":")
        appendJSON(story.stepCount - story.steps.count)
        append("}")
    }

    /// Appends an item without its end.
    private mutating func appendOpen(_ item: RunItem, hidesUsers: Bool) {
        append("{\"id\":")
        appendID(item.id)
        append(",\"run\":")
        appendJSON(item.number)
        append(",\"state\":\"")
        append(item.state.name)
        append("\"")
        appendTimes(item.createdAt, item.startedAt, item.endedAt, item.durationSeconds)
        append(item.counts)
        append(",\"fractionCompleted\":")
        appendJSON(item.fractionCompleted)
        append(",\"failure\":")
        appendFailure(item.failure, hidesUsers: hidesUsers)
        append(",\"control\":")
        appendControl(item.control, hidesUsers: hidesUsers)
        let story = item.story
        append(",\"urls\":")
        append(story.urls)
        append(",\"stepCounts\":{")
        appendStateCounts(story.stepCounts.isEmpty ? Self.noSteps : story.stepCounts)
        append("}")
    }

    private static var noSteps: [Int] { Array<Int>(repeating: 0, count: ProgressState.allCases.count) }

    private mutating func append(_ step: RunStep, _ typical: Double?, hidesUsers: Bool) {
        append("{\"id\":")
        appendID(step.id)
        append(",\"parentID\":")
        appendID(step.parentID)
        append(",\"name\":")
        appendText(step.name)
        append(",\"localizedDescription\":")
        appendText(step.localizedDescription)
        append(",\"depth\":")
        appendJSON(step.depth)
        append(",\"state\":\"")
        append(step.state.name)
        append("\"")
        appendTimes(step.createdAt, step.startedAt, step.endedAt, step.durationSeconds)
        append(step.counts)
        append(",\"failure\":")
        appendFailure(step.failure, hidesUsers: hidesUsers)
        append(",\"typicalDurationSeconds\":")
        appendNumber(typical)
        append("}")
    }

    private mutating func appendTimes(_ created: Int64, _ started: Int64?, _ ended: Int64?, _ seconds: Double?) {
        append(",\"createdAt\":")
        appendMoment(created)
        append(",\"startedAt\":")
        appendMoment(started)
        append(",\"endedAt\":")
        appendMoment(ended)
        append(",\"durationSeconds\":")
        appendNumber(seconds)
    }

    private mutating func append(_ counts: Counts) {
        append(",\"totalUnitCount\":")
        appendJSON(counts.total)
        append(",\"completedUnitCount\":")
        appendJSON(counts.completed)
    }

    private mutating func appendNumber(_ number: Double?) {
        if let number { appendJSON(number) } else { append("null") }
    }
}
