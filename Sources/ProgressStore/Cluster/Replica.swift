import Platform
import ProgressCore
import ProgressLog
import ProgressRecords
import ProgressRegistry
import ProgressTelemetry

/// The trees of a replica, as far as it has read the log. On the cluster thread.
struct Replica {
    private let context: MemberContext
    /// nil: everything has to be loaded.
    private(set) var position: LogPosition?
    private(set) var history = LogHistory()
    private(set) var schedule = SnapshotSchedule()

    private static let readByteCount = 4 << 20

    init(_ context: MemberContext) {
        self.context = context
        context.status.noteFollowing(true)
        context.registry.enter { $0.follows = true }
    }

    var isLoaded: Bool { position != nil }

    /// Loads everything, and puts it into the place of what the registry holds.
    /// - Throws: with nothing changed.
    mutating func load(_ row: OfficeRow) throws(LogFailure) {
        let begin = context.clock()
        let result = try LogReading(log: context.log, clock: context.clock).load(row)
        let settings = context.settings
        let content = try LogContent(result.groups, limits: settings.limits, settings.tokens, at: context.time.now())
        history = content.history
        let epoch = history.term?.epochText
        context.registry.enter { registry in
            registry.replaceContents(with: content.state)
            registry.follows = true
            registry.hasStrayWrites = false
            // Groups of an earlier term of this replica that never became safe keep their numbers for themselves.
            registry.openGroup += 1
            if let epoch { context.registry.epoch.change(to: epoch) }
        }
        position = result.position
        schedule.noteSnapshot(byteCount: result.snapshotByteCount, logByteCount: result.logByteCount)
        context.cluster.note(entries: result.position.number)
        context.cluster.beginStreamsAgain()
        let milliseconds = (context.clock() - begin) / 1_000_000
        context.messages.loaded(
            records: content.recordCount,
            entries: result.position.number,
            milliseconds: milliseconds
        )
    }

    /// Everything has to be loaded again.
    mutating func forget() { position = nil }

    /// Reads and adopts what follows.
    /// - Parameter untilEmpty: whether to read until the log says that there is no more.
    /// - Returns: how many entries that were. If they do not fit, `isLoaded` is false.
    mutating func readOn(untilEmpty: Bool) throws(LogFailure) -> Int {
        var count = 0
        while let position {
            let entries = try context.log.read(
                after: position.number,
                most: Self.readByteCount,
                by: context.readingDeadline
            )
            for entry in entries where isLoaded { adopt(entry) }
            count += entries.count
            let byteCount = entries.reduce(0) { $0 + $1.bytes.count }
            if entries.isEmpty || !untilEmpty && byteCount < Self.readByteCount / 2 { break }
        }
        return count
    }

    private mutating func adopt(_ entry: Entry) {
        context.messages.loadsAgain("there is entry \(entry.number)")
        position = nil
    }

    /// From now on the trees are the writer's: they continue as `history` says.
    func beginRule(_ history: LogHistory, epoch: [UInt8]) {
        context.registry.enter { registry in
            registry.tree.beginRecording()
            registry.follows = false
            registry.hasStrayWrites = false
            context.registry.epoch.change(to: epoch)
        }
    }
}
