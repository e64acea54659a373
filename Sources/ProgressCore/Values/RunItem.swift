/// One run of a name: its root, as it is or as it was when it went.
///
/// Times are milliseconds since 1970 (UTC).
package struct RunItem: Equatable, Sendable {
    package var id: ProgressID
    package var number: Int64
    package var state: ProgressState
    package var counts: Counts
    package var fractionCompleted: Double
    package var createdAt: Int64
    package var startedAt: Int64?
    package var endedAt: Int64?
    package var failure: ProgressDetails.Failure?
    package var control: LastControl?
    /// Only for a finished run whose root is gone; nil for all but the newest of a name.
    package var profile: RunProfile?
    private var storyBox: RunStoryBox?

    /// Texts are cut at so many bytes.
    package static let longestText = 256

    package init(
        id: ProgressID,
        number: Int64,
        state: ProgressState,
        counts: Counts,
        fractionCompleted: Double,
        createdAt: Int64
    ) {
        self.id = id
        self.number = number
        self.state = state
        self.counts = counts
        self.fractionCompleted = fractionCompleted
        self.createdAt = createdAt
    }

    /// From its creation to its end, in seconds; nil while it works.
    package var durationSeconds: Double? { endedAt.map { Double(max($0 - createdAt, 0)) / 1_000 } }

    package var story: RunStory {
        get { storyBox?.story ?? RunStory() }
        set { storyBox = newValue.isEmpty ? nil : RunStoryBox(newValue) }
    }

    var textByteCount: Int {
        (failure?.textByteCount ?? 0) + (control?.textByteCount ?? 0) + (storyBox?.story.textByteCount ?? 0)
    }

    var stepByteCount: Int { storyBox?.story.stepByteCount ?? 0 }

    /// The durations of its finished steps.
    var stepDurations: [StepDuration] {
        guard let story = storyBox?.story else { return [] }
        return story.steps.isEmpty ? story.durations : story.steps.durations
    }

    /// The median duration of those that are finished, in seconds; nil below three.
    package static func typicalDurationSeconds(of items: [RunItem]) -> Double? {
        items.filter { $0.state == .finished }.compactMap(\.durationSeconds).medianOfThree
    }
}

extension [Double] {
    /// Nil for fewer than three.
    var medianOfThree: Double? {
        if count < 3 { return nil }
        let (sorted, middle) = (self.sorted(), count / 2)
        return count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
    }
}

extension ProgressDetails.Failure {
    mutating func cutTexts() {
        message.cutToGist()
        code?.cut()
        by?.user?.cut()
    }
}

extension LastControl {
    mutating func cutTexts() {
        reason?.cut()
        by.user?.cut()
    }
}

extension String {
    /// Cuts, and of several lines keeps the one that says what went wrong: the last that no frame of a stack is indented
    /// under. The rest of it are those before it, as far as they fit.
    mutating func cutToGist() {
        if utf8.count <= RunItem.longestText { return }
        let lines = split(whereSeparator: \.isNewline)
        guard lines.count > 1 else { return cut() }
        let place = lines.lastIndex { $0.first?.isWhitespace == false } ?? lines.count - 1
        var kept = String(lines[place])
        for line in lines[..<place].reversed() {
            let more = "\(line)\n\(kept)"
            if more.utf8.count > RunItem.longestText { break }
            kept = more
        }
        kept.cut()
        self = kept
    }

    /// Keeps the scalars within the first `RunItem.longestText` bytes.
    mutating func cut() {
        if utf8.count <= RunItem.longestText { return }
        var end = utf8.index(utf8.startIndex, offsetBy: RunItem.longestText)
        while end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
        self = String(self[..<end])
    }
}
