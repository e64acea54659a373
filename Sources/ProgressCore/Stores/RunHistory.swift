/// The runs that names had before the present one: roots that lost the name, and those that are gone.
///
/// For a living root only the id is kept here. Limits are kept by giving up: the oldest runs of a name; then names with
/// one run, and last those with several, the one unused longest first. A run begins a use, and its end another. Steps
/// have a limit of their own, at which names give up theirs alone.
struct RunHistory {
    struct Run {
        let id: ProgressID
        let number: Int64
        /// As it was when it went; nil while it lives.
        fileprivate(set) var last: RunItem?
        /// For a living root: the durations of the steps that were finished when it lost the name.
        var durationsWhenLost: [StepDuration] = []
        /// For such a root: the number of progresses below it in each state, and its stamp then; 0 if not known.
        var countsWhenLost: (stamp: UInt64, counts: [Int]) = (0, [])

        /// The durations of its finished steps.
        var stepDurations: [StepDuration] { last?.stepDurations ?? durationsWhenLost }
    }

    /// The newest run last.
    private struct Entry {
        var runs: [Run] = []
        var use: UInt64 = 0

        var hasSteps: Bool { runs.contains { $0.stepByteCount > 0 } }
    }

    let keptCount: Int
    let nameLimit: Int
    let stepByteLimit: Int
    private var entries: [String: Entry] = [:]
    private var single = UseQueue()
    private var several = UseQueue()
    private var withSteps = UseQueue()
    private var lastUse: UInt64 = 0
    /// Bytes of the names, and of the texts in `last`.
    private(set) var textByteCount = 0
    /// Bytes of the steps and of their durations.
    private(set) var stepByteCount = 0
    /// Runs whose `last` differs from the saved one; nil if nothing is saved.
    private var unsaved: [ProgressID: String]?
    /// Names of the runs whose roots are gone. Kept only by trees that follow a writer; nil in others.
    private(set) var namesOfGone: [ProgressID: String]?

    init(keptCount: Int, nameLimit: Int, stepByteLimit: Int = 64 << 20) {
        self.keptCount = keptCount
        self.nameLimit = nameLimit
        self.stepByteLimit = stepByteLimit
    }

    var isEmpty: Bool { entries.isEmpty }
    /// In no order.
    var names: [String] { Array(entries.keys) }
    /// Places of the queues, used or not.
    var queuedCount: Int { single.count + several.count + withSteps.count }

    /// The newest last.
    func runs(of name: String) -> [Run] { entries[name]?.runs ?? [] }

    func newest(of name: String) -> Run? { entries[name]?.runs.last }

    // MARK: Changing

    /// Adds a run, or replaces the one with its id.
    /// - Returns: the runs that are given up for it; perhaps itself.
    mutating func insert(_ run: Run, of name: String, isSaved: Bool = false) -> [Run] {
        // Taken out, so that it is changed in place.
        var entry = entries.removeValue(forKey: name) ?? makeEntry(name)
        if let position = entry.runs.firstIndex(where: { $0.id == run.id }) {
            noteGone(entry.runs.remove(at: position), of: name)
        }
        let place = entry.runs.lastIndex { $0.number <= run.number }.map { $0 + 1 } ?? 0
        entry.runs.insert(run, at: place)
        if run.last != nil { namesOfGone?[run.id] = name }
        textByteCount += run.textByteCount
        stepByteCount += run.stepByteCount
        if !isSaved { note(run, of: name) }
        var givenUp: [Run] = []
        while entry.runs.count > keptCount { givenUp.append(entry.runs.removeFirst()) }
        for run in givenUp { noteGone(run, of: name) }
        dropProfiles(of: &entry.runs, name)
        dropSteps(of: &entry.runs, name)
        put(entry, of: name)
        while stepByteCount > stepByteLimit && giveUpSteps() {}
        while entries.count > nameLimit { givenUp += giveUpName() }
        return givenUp
    }

    /// Forgets the runs for which `isForgotten` holds.
    mutating func remove(of name: String, where isForgotten: (Run) -> Bool) {
        guard var entry = entries.removeValue(forKey: name) else { return }
        for run in entry.runs where isForgotten(run) { noteGone(run, of: name) }
        entry.runs.removeAll(where: isForgotten)
        put(entry, of: name)
    }

    /// Forgets a name.
    /// - Returns: its runs; none if no name is left.
    mutating func giveUpName() -> [Run] {
        guard
            let name = single.popOldest(where: { entries[$0]?.use == $1 })
                ?? several.popOldest(where: { entries[$0]?.use == $1 })
        else { return [] }
        guard let entry = entries.removeValue(forKey: name) else { return [] }
        for run in entry.runs { noteGone(run, of: name) }
        textByteCount -= name.utf8.count
        return entry.runs
    }

    /// Keeps only the newest.
    private mutating func dropProfiles(of runs: inout [Run], _ name: String) {
        var count = 0
        for place in runs.indices.reversed() where runs[place].last?.profile != nil {
            count += 1
            if count <= RunProfile.keptCount { continue }
            runs[place].last?.profile = nil
            note(runs[place], of: name)
        }
    }

    /// Keeps only the newest, and for some before them the durations.
    private mutating func dropSteps(of runs: inout [Run], _ name: String) {
        for (age, place) in runs.indices.reversed().enumerated() where age >= RunStep.keptRunCount {
            if runs[place].stepByteCount == 0 { continue }
            if runs[place].last?.story.hasSteps != true && age < StepDuration.keptRunCount { continue }
            editSteps(of: &runs[place], name) { run in
                run.last?.story.giveUpSteps()
                if age < StepDuration.keptRunCount { return }
                run.last?.story.durations = []
                run.durationsWhenLost = []
            }
        }
    }

    /// Gives up the steps of the name that is unused longest.
    /// - Returns: false if no name has any.
    private mutating func giveUpSteps() -> Bool {
        guard let name = withSteps.popOldest(where: { entries[$0]?.use == $1 }),
            var entry = entries.removeValue(forKey: name)
        else { return false }
        for place in entry.runs.indices where entry.runs[place].stepByteCount > 0 {
            editSteps(of: &entry.runs[place], name) { run in
                run.last?.story.giveUpSteps()
                run.last?.story.durations = []
                run.durationsWhenLost = []
            }
        }
        entries[name] = entry
        return true
    }

    private mutating func editSteps(of run: inout Run, _ name: String, _ body: (inout Run) -> Void) {
        stepByteCount -= run.stepByteCount
        body(&run)
        stepByteCount += run.stepByteCount
        note(run, of: name)
    }

    private mutating func makeEntry(_ name: String) -> Entry {
        textByteCount += name.utf8.count
        return Entry()
    }

    /// Stores an entry, unless it is empty, as one that was used just now.
    private mutating func put(_ entry: consuming Entry, of name: String) {
        if entry.runs.isEmpty {
            textByteCount -= name.utf8.count
            return
        }
        lastUse += 1
        entry.use = lastUse
        if entry.runs.count == 1 { single.append(name, lastUse) } else { several.append(name, lastUse) }
        if entry.hasSteps { withSteps.append(name, lastUse) }
        entries[name] = entry
        single.tidy(keeping: entries.count) { entries[$0]?.use == $1 }
        several.tidy(keeping: entries.count) { entries[$0]?.use == $1 }
        withSteps.tidy(keeping: entries.count) { entries[$0]?.use == $1 }
    }

    private mutating func noteGone(_ run: Run, of name: String) {
        textByteCount -= run.textByteCount
        stepByteCount -= run.stepByteCount
        if run.last != nil { namesOfGone?[run.id] = nil }
        note(run, of: name)
    }

    private mutating func note(_ run: Run, of name: String) {
        if run.last != nil { unsaved?[run.id] = name }
    }

    // MARK: Saving

    var hasUnsaved: Bool { unsaved?.isEmpty == false }

    /// From now on everything that changes is noted.
    mutating func beginRecording() { unsaved = unsaved ?? [:] }

    /// Begins or ends following a writer.
    mutating func setFollowing(_ follows: Bool) { namesOfGone = follows ? [:] : nil }

    /// The next run that is not on disk as it is here: its last moment, or nil to remove it.
    mutating func takeUnsaved() -> (id: ProgressID, name: String, last: RunItem?)? {
        guard let (id, name) = unsaved?.popFirst() else { return nil }
        return (id, name, entries[name]?.runs.first { $0.id == id }?.last)
    }
}

extension RunHistory.Run {
    fileprivate var textByteCount: Int { last?.textByteCount ?? 0 }
    fileprivate var stepByteCount: Int { last?.stepByteCount ?? durationsWhenLost.byteCount }
}

/// Names in the order of their last use. Entries of names that were used since, or are gone, are stale.
private struct UseQueue {
    private var queue: [(name: String, use: UInt64)] = []
    private var head = 0

    var count: Int { queue.count }

    mutating func append(_ name: String, _ use: UInt64) { queue.append((name, use)) }

    mutating func popOldest(where isCurrent: (String, UInt64) -> Bool) -> String? {
        while head < queue.count {
            let oldest = queue[head]
            head += 1
            if isCurrent(oldest.name, oldest.use) { return oldest.name }
        }
        return nil
    }

    /// Drops stale entries where they may be the majority. O(1) on average.
    mutating func tidy(keeping count: Int, where isCurrent: (String, UInt64) -> Bool) {
        if queue.count <= 4 * count + 64 { return }
        queue = queue[head...].filter { isCurrent($0.name, $0.use) }
        head = 0
    }
}
