/// The parts of a run besides its item: few runs have all of them, and a run without steps and texts has none.
package struct RunStory: Equatable, Sendable {
    /// The number of progresses below the root in each state, by its raw value; empty if there were none.
    package var stepCounts: [Int] = []
    /// As the root had them. Descriptions and the values of labels are cut.
    package var labels: [ProgressDetails.KeyedText] = []
    package var urls: [ProgressDetails.KeyedText] = []
    package var localizedDescription: String?
    package var localizedAdditionalDescription: String?
    /// Nil where it was too long, or is given up.
    package var userInfo: [UInt8]? = []
    /// In the order of the tree, of the newest runs of a name; of those before them only `durations` are kept.
    package var steps: [RunStep] = []
    package var durations: [StepDuration] = []

    package init() {}

    /// The texts of the root, without `userInfo`.
    init(_ details: ProgressDetails) {
        (labels, urls) = (details.labels, details.urls)
        for place in labels.indices { labels[place].value.cut() }
        localizedDescription = details.localizedDescription
        localizedAdditionalDescription = details.localizedAdditionalDescription
        localizedDescription?.cut()
        localizedAdditionalDescription?.cut()
    }

    var isEmpty: Bool { stepCounts.isEmpty && userInfo?.isEmpty == true && stepByteCount == 0 && textByteCount == 0 }

    package var stepCount: Int { stepCounts.reduce(0, +) }

    /// Takes over the parts that the record of the root does not hold.
    package mutating func add(_ other: RunStory) {
        (stepCounts, steps, durations) = (other.stepCounts, other.steps, other.durations)
        if other.userInfo == nil { userInfo = nil }
    }

    /// Bytes that count as text from clients.
    var textByteCount: Int {
        var count = (localizedDescription?.utf8.count ?? 0) + (localizedAdditionalDescription?.utf8.count ?? 0)
        for text in labels { count += text.key.utf8.count + text.value.utf8.count }
        for text in urls { count += text.key.utf8.count + text.value.utf8.count }
        return count
    }

    /// Bytes that count among the steps of all runs.
    var stepByteCount: Int { steps.reduce(userInfo?.count ?? 0) { $0 + $1.byteCount } + durations.byteCount }

    /// Whether there is more to give up than durations.
    var hasSteps: Bool { !steps.isEmpty || userInfo?.isEmpty == false }

    /// Keeps the durations alone.
    mutating func giveUpSteps() {
        if !steps.isEmpty { durations = steps.durations }
        steps = []
        if userInfo?.isEmpty == false { userInfo = nil }
    }
}

/// A progress below the root of a run, as it is, or as it was when the root went.
///
/// Times are milliseconds since 1970 (UTC).
package struct RunStep: Equatable, Sendable {
    /// A name keeps those of so many of its newest runs, and of each run so many.
    static let keptRunCount = 3
    package static let mostOfRun = 100
    /// A longer `userInfo` of the root is not kept with them.
    static let longestUserInfo = 4_096

    package var id: ProgressID
    package var parentID: ProgressID
    package var depth: Int
    /// Without the name of the root and a dot in front.
    package var name: String?
    /// The explicit one, if it was given.
    package var localizedDescription: String?
    package var state: ProgressState
    package var counts: Counts
    package var createdAt: Int64
    package var startedAt: Int64?
    package var endedAt: Int64?
    package var failure: ProgressDetails.Failure?

    package init(
        id: ProgressID,
        parentID: ProgressID,
        depth: Int,
        state: ProgressState,
        counts: Counts,
        createdAt: Int64
    ) {
        self.id = id
        self.parentID = parentID
        self.depth = depth
        self.state = state
        self.counts = counts
        self.createdAt = createdAt
    }

    var milliseconds: Int64? {
        guard let startedAt, let endedAt else { return nil }
        return max(endedAt - startedAt, 0)
    }

    /// From its start to its end, in seconds; nil while it works, and where it never started.
    package var durationSeconds: Double? { milliseconds.map { Double($0) / 1_000 } }

    fileprivate var byteCount: Int {
        var count = MemoryLayout<RunStep>.stride + (failure?.textByteCount ?? 0)
        for text in [name, localizedDescription] { count += text.map { $0.utf8.count + stringHeader } ?? 0 }
        return count
    }
}

extension [RunStep] {
    /// The durations of finished steps with a name. If two have the same name, the later counts.
    var durations: [StepDuration] {
        var durations: [StepDuration] = []
        for step in self where step.state == .finished {
            guard let name = step.name, let milliseconds = step.milliseconds else { continue }
            durations.removeAll { $0.name == name }
            durations.append(StepDuration(name: name, milliseconds: milliseconds))
        }
        return durations
    }
}

/// The duration of a finished step, for the runs after it.
package struct StepDuration: Equatable, Sendable {
    /// A name keeps those of so many of its runs.
    package static let keptRunCount = 9

    package var name: String
    package var milliseconds: Int64

    package init(name: String, milliseconds: Int64) {
        self.name = name
        self.milliseconds = milliseconds
    }
}

extension [StepDuration] {
    var byteCount: Int { reduce(0) { $0 + MemoryLayout<StepDuration>.stride + $1.name.utf8.count + stringHeader } }
}

/// Memory that a text takes besides its bytes.
private let stringHeader = 32

/// A story as runs share it: most have none.
final class RunStoryBox: Equatable, Sendable {
    let story: RunStory

    init(_ story: RunStory) { self.story = story }

    static func == (one: RunStoryBox, other: RunStoryBox) -> Bool { one.story == other.story }
}

/// A run with its steps, as a reader opens it.
package struct OpenedRun: Sendable {
    package var item: RunItem
    /// The median seconds of the finished steps of a name in the other runs of the last nine, where there are three.
    package var typicalDurations: [String: Double] = [:]

    package init(_ item: RunItem) { self.item = item }
}
