import ProgressCore

/// The parts of a run's story that are not members of its root, in a line of an export.
extension [UInt8] {
    /// Appends members, those that are empty left out.
    mutating func append(exported story: RunStory) {
        if story.userInfo == nil { append(",\"isUserInfoCut\":true") }
        if !story.stepCounts.isEmpty {
            append(",\"stepCounts\":{")
            appendStateCounts(story.stepCounts)
            append("}")
        }
        if !story.durations.isEmpty {
            append(",\"stepDurations\":[")
            for duration in story.durations {
                appendSeparator()
                append("{\"name\":")
                appendJSON(duration.name)
                appendMember(",\"milliseconds\":", integer: duration.milliseconds)
                append("}")
            }
            append("]")
        }
        if story.steps.isEmpty { return }
        append(",\"steps\":[")
        for step in story.steps {
            appendSeparator()
            append("{\"depth\":")
            appendJSON(step.depth)
            appendMember(",\"shortName\":", text: step.name)
            ProgressRecord(StoredProgress(step), uncleanEndCount: 0).appendMembers(to: &self)
        }
        append("]")
    }
}

extension RunStory {
    static let exportedMembers: Set = ["isUserInfoCut", "stepCounts", "stepDurations", "steps"]

    /// Reads what `append(exported:)` writes; the story has the rest already.
    mutating func read(_ members: ObjectMembers) throws(BodyError) {
        if try members.bool("isUserInfoCut") == true { userInfo = nil }
        if let counts = try members.object("stepCounts") {
            let names = ProgressState.allCases.map { "\($0.name)" }
            try counts.check(knows: Set(names))
            for name in names { stepCounts.append(Int(try counts.requiredCount(name))) }
        }
        for duration in try members.objects("stepDurations") {
            try duration.check(knows: ["name", "milliseconds"])
            let name = try duration.required("name", duration.text)
            durations.append(StepDuration(name: name, milliseconds: try duration.requiredCount("milliseconds")))
        }
        for step in try members.objects("steps") { steps.append(try RunStep(step)) }
        if durations.count > RunStep.mostOfRun { throw members.outOfRange("stepDurations", Self.allowedCount) }
        if steps.count > RunStep.mostOfRun { throw members.outOfRange("steps", Self.allowedCount) }
    }

    private static var allowedCount: String { "at most \(RunStep.mostOfRun) of them" }
}

extension RunStep {
    fileprivate init(_ members: ObjectMembers) throws(BodyError) {
        let record = try ProgressRecord(members, alsoKnown: ["depth", "shortName"])
        let depth = try members.required("depth") { name throws(BodyError) in try members.integer(name, in: 1...1 << 20)
        }
        guard let step = RunStep(record.stored, name: try members.text("shortName"), depth: Int(depth)) else {
            throw .missingField(pointer: members.pointer.appending("parentID").text)
        }
        self = step
    }
}
