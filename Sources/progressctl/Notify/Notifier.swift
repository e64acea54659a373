import FoundationEssentials
import ProgressClient

/// Follows the roots of a service and delivers each notice to the receiver of every matching rule at least once.
///
/// A notice is on disk before it is sent, and is removed from there after it has been delivered.
actor Notifier {
    private let client: CommandClient
    private let configuration: NotifyConfiguration
    private let file: StateFile
    private var state: NotifyState
    /// Whether the file lacks a change that can wait.
    private var isDirty = false
    /// Whether the file still has a delivery that has ended.
    private var hasSettled = false
    /// The notices that the file lacks; they are not sent yet.
    private var unsaved: Set<String> = []
    private let saveBell = Wakeup()
    /// By the name of the rule; each rings when there is more to deliver.
    private let wakeups: [String: Wakeup]
    /// Rings when something has happened to a root.
    private let lateBell = Wakeup()

    /// Seconds between two attempts to reach the service, at most.
    private static let longestWait = 30.0
    /// Seconds between two saves that can wait.
    private static let saveInterval = 5
    /// Notices that come within this time are saved together: with a backlog, a save takes longer than all else.
    private static let gathering: Duration = .milliseconds(20)

    /// - Throws: `UserError` if the state cannot be read.
    init(_ client: CommandClient, _ configuration: NotifyConfiguration, _ file: StateFile) throws(UserError) {
        self.client = client
        self.configuration = configuration
        self.file = file
        var state = try file.load()
        state.keep(rules: Set(configuration.rules.keys))
        self.state = state
        wakeups = configuration.rules.mapValues { _ in Wakeup() }
    }

    /// Works until it is cancelled, or a signal ends the process.
    ///
    /// - Throws: `UserError` if the service refuses, or the state cannot be saved.
    func run() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            group.addTask { try await self.endOnSignal() }
            group.addTask { try await self.follow() }
            group.addTask { try await self.saveNotices() }
            group.addTask { try await self.saveNowAndThen() }
            if configuration.rules.values.contains(where: { $0.kinds.contains(.late) }) {
                group.addTask { try await self.watchLateness() }
            }
            for (name, rule) in configuration.rules { group.addTask { try await self.deliver(rule, name) } }
            do { try await group.next() } catch {
                if needsSaving { try save() }
                throw error
            }
        }
    }

    // MARK: Following

    private func follow() async throws {
        let outage = OutageNotice()
        var wait = 1.0
        while true {
            var events = client.events(of: EventSelection(), outage)
            events.lastEventID = state.lastEventID
            var iterator = events.makeAsyncIterator()
            do {
                while let event = try await iterator.next() {
                    outage.end()
                    wait = 1
                    try take(event, id: iterator.lastEventID)
                }
            } catch let error as ServiceError {
                let userError = client.userError(error)
                guard userError.status == .unavailable || error.isTooMany else { throw userError }
                if outage.begin() { Console.complain("\(userError.line); trying again") }
            }
            try await Task.sleep(for: .seconds(wait))
            wait = min(2 * wait, Self.longestWait)
        }
    }

    private func take(_ event: ProgressEvent, id: String?) throws(UserError) {
        let (wasNew, wasTold) = (state.tracker.isNew, told(of: event))
        let notice = state.tracker.take(event, at: Date.now)
        state.lastEventID = id
        isDirty = true
        let mayBeToldAgain = wasTold != nil && told(of: event) == nil
        if let notice { tell(notice) } else if mayBeToldAgain || wasNew != state.tracker.isNew { try save() }
        lateBell.ring()
    }

    private func told(of event: ProgressEvent) -> NoticeKind? {
        event.snapshot.flatMap { state.tracker.roots[$0.id]?.told }
    }

    private func tell(_ notice: Notice) {
        let rules = configuration.rules.filter { $1.applies(to: notice) }.map(\.key)
        let lost = rules.reduce(0) { $0 + state.add(Delivery(notice, by: $1)) }
        if lost > 0 {
            Console.complain("notice queue is full (\(NotifyState.deliveryLimit)): dropped the \(lost) oldest")
        }
        unsaved.insert(notice.id)
        saveBell.ring()
    }

    // MARK: Lateness

    private func watchLateness() async throws {
        while true {
            while let (id, name) = state.tracker.unasked {
                let runs = try await read { try await $0.runs(of: name) }
                state.tracker.note(typical: runs?.typicalDurationSeconds, of: id)
            }
            for id in state.tracker.late(at: Date.now) {
                let progress = try await read { try await $0.progress(id) }
                state.tracker.noteLate(id)
                if let progress { tell(Notice(.late, progress, at: Date.now)) }
            }
            try await lateBell.wait(until: state.tracker.nextLateness)
        }
    }

    /// Tries until the service answers.
    ///
    /// - Returns: nil if the service answers that there is no such thing.
    /// - Throws: `UserError` if the service refuses.
    private func read<Answer: Sendable>(_ body: (ProgressService) async throws -> Answer) async throws -> Answer? {
        while true {
            do {
                return try await client.ask(body)
            } catch let userError as UserError {
                if userError.status == .notFound { return nil }
                guard userError.status == .unavailable else { throw userError }
                try await Task.sleep(for: .seconds(Self.longestWait))
            }
        }
    }

    // MARK: Delivering

    private func deliver(_ rule: NotifyRule, _ name: String) async throws {
        guard let wakeup = wakeups[name] else { return }
        while true {
            let next = state.next(of: name, except: unsaved)
            guard let delivery = next, delivery.due <= Date.now else {
                try await wakeup.wait(until: next?.due)
                continue
            }
            let page = configuration.page(of: delivery.notice, client)
            let receipt = await rule.receiver.take(delivery.notice, page: page, at: Date.now)
            try Task.checkCancellation()
            try settle(delivery, receipt)
        }
    }

    private func settle(_ delivery: Delivery, _ receipt: Receipt) throws(UserError) {
        let what = "\(delivery.rule): \(delivery.notice.title)"
        var after: Delivery?
        switch receipt {
        case .done: break
        case .refused(let reason): Console.complain("\(what): given up: \(reason)")
        case .failed(let reason, let wait):
            var next = delivery
            if next.postpone(at: Date.now, chance: Double.random(in: 0...1), least: wait) { after = next }
            let count = "attempt \(delivery.attemptCount + 1)"
            Console.complain("\(what): \(reason); \(after == nil ? "given up after \(count)" : "\(count)")")
        }
        state.settle(delivery, after: after)
        // Not saved at once: a backlog makes the file large. After a crash before the save, this is sent again, with
        // the same id.
        hasSettled = true
    }

    // MARK: The state

    private var needsSaving: Bool { isDirty || hasSettled || !unsaved.isEmpty }

    private func save() throws(UserError) {
        try file.save(state)
        let isNews = !unsaved.isEmpty
        (isDirty, hasSettled, unsaved) = (false, false, [])
        if isNews { for wakeup in wakeups.values { wakeup.ring() } }
    }

    private func saveNotices() async throws {
        while true {
            try await saveBell.wait(until: nil)
            try await Task.sleep(for: Self.gathering)
            if !unsaved.isEmpty { try save() }
        }
    }

    private func saveNowAndThen() async throws {
        for second in 1... {
            try await Task.sleep(for: .seconds(1))
            if hasSettled || isDirty && second % Self.saveInterval == 0 { try save() }
        }
    }

    private func endOnSignal() async throws {
        let number = try await EndSignal.next()
        if needsSaving { try save() }
        EndSignal.end(by: number)
    }
}

extension ServiceError {
    /// Whether the service has too many streams of this client for now.
    fileprivate var isTooMany: Bool { if case .problem(let problem) = self { problem.status == 429 } else { false } }
}
