import FoundationEssentials
import ProgressClient
import Synchronization
import Testing

/// Tells a row: the test moves the clock, and answers the requests as the row says.
final class ReportingStory: Sendable {
    struct Fault: Error, CustomStringConvertible {
        let description: String
    }

    struct Made {
        let node: ReportedNode
        let parent: String?
        /// The service has been told to call it by its name in the row.
        var isCreated = false
    }

    struct State {
        var made: [(name: String, made: Made)] = []
        var waits: [String: Task<Void, Never>] = [:]
        var known: [String: String] = [:]
        var count = 0
    }

    let world = FakeWorld()
    private let row: ReportingRow
    private let reporter: Reporter
    let state = Mutex(State())

    init(_ row: ReportingRow) throws {
        self.row = row
        reporter = try world.reporter(
            labels: row.settings?.labels ?? [:],
            token: row.settings?.token,
            reservation: row.settings?.reservation
        )
    }

    func tell() async throws {
        var now = 0.0
        /// A request without an answer within its time.
        var silentUntil: Double?
        for entry in row.story {
            try pass(from: now, to: entry.at, silentUntil: &silentUntil)
            now = max(now, entry.at)
            if let work = entry.work { await self.work(work, entry) } else { world.advance() }
            if entry.request != nil || entry.alone != nil { try answer(entry, now, &silentUntil) }
            if let warnings = entry.warnings {
                try expect(
                    reporter.faults.map(\.rawValue).sorted() == warnings.sorted(),
                    "\(reporter.faults) at \(now)"
                )
            }
            for (name, directive) in entry.directive ?? [:] {
                try expect(node(name)?.directive.rawValue == directive, "\(name) is not told \(directive) at \(now)")
            }
        }
        try expect(world.sent.count == state.withLock(\.count), "more was sent than the row has")
        for task in state.withLock(\.waits).values { task.cancel() }
    }

    /// Lets the time pass up to that moment; nothing may leave before it.
    private func pass(from now: Double, to end: Double, silentUntil: inout Double?) throws {
        var now = now
        if let silent = silentUntil, silent <= end {
            world.advance(by: .seconds(silent - now))
            now = silent
            silentUntil = nil
            world.answer(.failure(.timedOut(.seconds(2))))
        }
        guard end > now else { return }
        world.advance(by: .milliseconds(Int64(((end - now) * 1000).rounded()) - 1))
        try expect(world.sent.count == state.withLock(\.count), "\(world.sent.last?.text ?? "") before \(end)")
        world.reach(by: .milliseconds(1))
    }

    private func work(_ work: String, _ entry: ReportingRow.Entry) async {
        if work == "make" { return make(entry) }
        if work == "farewell" { return reporter.beginFarewell() }
        guard let name = entry.of, let node = node(name) else { return }
        switch work {
        case "begin": node.begin()
        case "complete":
            if case .integer(let count)? = entry.count { node.complete(by: count) }
        case "set": set(entry.members ?? [:], node)
        case "finish": node.finish()
        case "leave": node.leave()
        case "fail": node.fail(entry.message ?? "", code: entry.code)
        case "wait":
            let task = Task { await node.waitWhilePaused() }
            state.withLock { $0.waits[name] = task }
            while !node.isWaitedFor { await Task.yield() }
        case "waited": await state.withLock { $0.waits[name] }?.value
        default: Issue.record("the work \(work) is unknown")
        }
    }

    private func make(_ entry: ReportingRow.Entry) {
        guard let name = entry.of else { return }
        var members = expanded(entry.members ?? [:])
        members["name"] = entry.name.map { .string($0) }
        guard let data = try? ServiceCoding.encode(members),
            let new = try? JSONDecoder().decode(NewProgress.self, from: data)
        else {
            Issue.record("\(members) makes no progress")
            return
        }
        let parent = entry.parent.flatMap { self.node($0) }
        let node = reporter.begin(new, under: parent, pending: entry.pendingUnitCount ?? 0, listens: false)
        state.withLock {
            $0.made.append((name, Made(node: node, parent: entry.parent)))
        }
    }

    private func set(_ members: [String: JSONValue], _ node: ReportedNode) {
        func count(_ name: String) -> Int64? { if case .integer(let count)? = members[name] { count } else { nil } }
        var words = expanded(members)
        words["totalUnitCount"] = nil
        words["completedUnitCount"] = nil
        if !words.isEmpty { node.set(words) }
        if words.count < members.count {
            node.setCounts(completed: count("completedUnitCount"), total: count("totalUnitCount"))
        }
    }

    /// The members with `{"repeat": "✓", "times": 3}` written out.
    func expanded(_ members: [String: JSONValue]) -> [String: JSONValue] {
        members.mapValues { value in
            guard case .string(let text)? = value["repeat"], case .integer(let times)? = value["times"] else {
                return value
            }
            return .string(String(repeating: text, count: Int(times)))
        }
    }

    private func node(_ name: String) -> ReportedNode? {
        state.withLock { $0.made.first { $0.name == name }?.made.node }
    }

    func expect(_ isTrue: Bool, _ what: String) throws {
        if !isTrue { throw Fault(description: what) }
    }
}
