import ProgressCore
import ProgressWire
import Testing

/// Runs of names whose trees are gone, on disk and in an export.
struct PastRunTests {
    private static let id = ProgressID(high: 1, low: 2)

    private static func item(_ state: ProgressState) -> RunItem {
        let counts: Counts =
            switch state {
            case .finished: Counts(total: 4, completed: 4)
            case .indeterminate: Counts(total: -1, completed: 7)
            default: Counts(total: 9, completed: 1)
            }
        var item = RunItem(
            id: id,
            number: 7,
            state: state,
            counts: counts,
            fractionCompleted: 0.1,
            createdAt: 1_000
        )
        if state != .indeterminate { item.startedAt = 2_000 }
        if state.isEnded { item.endedAt = 3_000 }
        if state == .failed {
            item.failure = ProgressDetails.Failure(message: "é", code: "c")
            item.failure?.by = Caller(role: .grant, user: "u")
            item.failure?.at = 3_000
        }
        if state == .cancelled || state == .paused {
            let action: Control = state == .paused ? .pause : .cancel
            item.control = LastControl(action: action, reason: "r", by: Caller(role: .operator), at: 5)
        }
        if state == .finished || state == .failed { item.story = story(state) }
        if state == .finished { item.profile = RunProfile(seconds: 2.5, points: (0..<16).map { UInt16($0 * 4_369) }) }
        return item
    }

    private static func story(_ state: ProgressState) -> RunStory {
        var story = RunStory()
        story.stepCounts = [1, 0, 2, 0, 0, 0, 0]
        story.labels.set("a", to: "é")
        story.urls.set("log", to: "https://logs/1")
        story.localizedDescription = "d"
        story.userInfo = state == .finished ? Array(#"{"a":1}"#.utf8) : nil
        story.durations = [StepDuration(name: "b", milliseconds: 7)]
        if state == .failed { return story }
        for (place, state) in [ProgressState.failed, .cancelled, .finished].enumerated() {
            let counts = Counts(total: 4, completed: state == .finished ? 4 : 1)
            var step = RunStep(
                id: ProgressID(high: 3, low: UInt64(place)),
                parentID: id,
                depth: place + 1,
                state: state,
                counts: counts,
                createdAt: 1_000
            )
            if state != .cancelled { (step.name, step.startedAt) = ("s.\(place)", 2_000) }
            step.endedAt = 3_000
            if state == .failed {
                step.failure = ProgressDetails.Failure(message: "m", code: nil)
                step.failure?.by = Caller(role: .reporter)
                step.failure?.at = 3_000
                step.localizedDescription = "é"
            }
            story.steps.append(step)
        }
        return story
    }

    @Test(arguments: ProgressState.allCases) func `a run reads back from its record and its line`(state: ProgressState)
        throws
    {
        let item = Self.item(state)
        var record: [UInt8] = []
        var line: [UInt8] = []
        PastRunRecord.append(item, of: "n", to: &record)
        PastRunRecord.appendLine(item, of: "n", to: &line)

        let recordRead = try record.withUnsafeBytes { try PastRunRecord.read($0, of: Self.id) }
        let (kind, members) = try line.withUnsafeBytes { try ExportLine.read($0) }
        let lineRead = try PastRunRecord.read(members)

        #expect(recordRead.item == item && recordRead.name == "n")
        #expect(kind == .run && lineRead.item == item && lineRead.name == "n")
    }

    @Test func `forms up to the second leave out what a run teaches and its steps, and read`() throws {
        var record: [UInt8] = []
        PastRunRecord.append(Self.item(.finished), of: "n", to: &record, as: ProgressRecord.secondForm)

        let read = try record.withUnsafeBytes { try PastRunRecord.read($0, of: Self.id) }

        var expected = Self.item(.finished)
        expected.profile = nil
        (expected.story.stepCounts, expected.story.steps, expected.story.durations) = ([], [], [])
        #expect(record[0] == 1 && read.item == expected)
    }

    @Test(arguments: [
        (#""seconds":2.5"#, #""seconds":1"#), (#""points":[0,"#, #""points":["#),
        (#""points":[0,"#, #""points":[1e5,"#),
        (#""points":[0,"#, #""points":[60000,"#), (#""seconds":2.5"#, #""seconds":2.5,"at":1"#),
    ])
    func `a profile that no run leaves is refused`(piece: String, instead: String) throws {
        var bytes: [UInt8] = []
        PastRunRecord.appendLine(Self.item(.finished), of: "n", to: &bytes)
        let line = String(decoding: bytes, as: UTF8.self).replacing(piece, with: instead)
        let (_, members) = try Array(line.utf8).withUnsafeBytes { try ExportLine.read($0) }

        #expect(throws: BodyError.self) { try PastRunRecord.read(members) }
    }

    @Test(arguments: [
        (#""depth":1,"#, ""), (#""depth":1,"#, #""depth":0,"#), (#""milliseconds":7"#, #""milliseconds":-1"#),
        (#""failed":1,"#, ""), (#""failed":1,"#, #""failed":1,"other":1,"#), (#""shortName":"s.0""#, #""shortName":1"#),
        (#""parentID""#, #""previousID""#),
    ])
    func `steps that no run leaves are refused`(piece: String, instead: String) throws {
        var bytes: [UInt8] = []
        PastRunRecord.appendLine(Self.item(.finished), of: "n", to: &bytes)
        let line = String(decoding: bytes, as: UTF8.self)
        let changed = line.replacing(piece, with: instead, maxReplacements: 1)
        let (_, members) = try Array(changed.utf8).withUnsafeBytes { try ExportLine.read($0) }

        #expect(changed != line)
        #expect(throws: BodyError.self) { try PastRunRecord.read(members) }
    }

    @Test func `a truncated record is refused, and one of a later form`() {
        var record: [UInt8] = []
        PastRunRecord.append(Self.item(.failed), of: "n", to: &record)

        for count in record.indices {
            #expect(throws: RecordError.self) {
                try Array(record[..<count]).withUnsafeBytes { try PastRunRecord.read($0, of: Self.id) }
            }
        }
        record[0] = 3
        #expect(throws: RecordError.newer(found: "a record has the form 3", known: "forms up to 2")) {
            try record.withUnsafeBytes { try PastRunRecord.read($0, of: Self.id) }
        }
    }
}
