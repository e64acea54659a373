import ProgressCore

/// The parts of a run's story that its root's record does not hold, from the third form on.
extension [UInt8] {
    /// - Parameter form: of the steps' records.
    mutating func append(_ story: RunStory, as form: UInt8) {
        append(story.userInfo == nil ? 1 : 0)
        append(UInt8(story.stepCounts.count))
        for count in story.stepCounts { append(number: UInt32(clamping: count)) }
        append(number: UInt16(story.durations.count))
        for duration in story.durations {
            append(counted: duration.name)
            append(number: duration.milliseconds)
        }
        append(number: UInt16(story.steps.count))
        for step in story.steps {
            append(number: step.id.high)
            append(number: step.id.low)
            append(number: UInt32(step.depth))
            append(step.name == nil ? 0 : 1)
            if let name = step.name { append(counted: name) }
            var record: [UInt8] = []
            ProgressRecord(StoredProgress(step), uncleanEndCount: 0).append(to: &record, as: form)
            append(counted: record)
        }
    }
}

extension RecordReader {
    /// - Returns: a story without the parts in the root's record.
    mutating func story() throws(RecordError) -> RunStory {
        var story = RunStory()
        if try number(UInt8.self) != 0 { story.userInfo = nil }
        let stateCount = try number(UInt8.self)
        guard stateCount == 0 || stateCount == ProgressState.allCases.count else {
            throw .badValue("a run counts steps in \(stateCount) states")
        }
        for _ in 0..<stateCount { story.stepCounts.append(Int(try number(UInt32.self))) }
        for _ in 0..<(try number(UInt16.self)) {
            story.durations.append(StepDuration(name: try text(), milliseconds: try number(Int64.self)))
        }
        for _ in 0..<(try number(UInt16.self)) { story.steps.append(try step()) }
        return story
    }

    private mutating func step() throws(RecordError) -> RunStep {
        let id = ProgressID(high: try number(UInt64.self), low: try number(UInt64.self))
        let depth = Int(try number(UInt32.self))
        let name = try number(UInt8.self) == 0 ? nil : text()
        let record = try ProgressRecord(part(), of: id)
        guard let step = RunStep(record.stored, name: name, depth: depth) else {
            throw .badValue("a step of a run has no parent")
        }
        return step
    }
}
