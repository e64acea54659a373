import ProgressRegistry
import TestKit
import TestSupport

/// Tells a story to one reader, to newcomers after each step, and to readers whose stream was cut after an event of the
/// first one's: at once, and when everything has happened.
final class StoryRun {
    /// Seconds in which every reader has to hold what GET shows.
    private static let patience = 30.0

    private let story: Story
    private let telling: Telling
    private let target: StreamTarget
    private let server: LiveServer
    private let client: HTTPClient
    private let reader: Reader
    private var others: [Reader] = []
    private var findings: [String] = []

    init(_ story: Story, _ telling: Telling) throws {
        self.story = story
        self.telling = telling
        server = try LiveServer { $0.streamRate = story.streamRate }
        let client = HTTPClient(server)
        self.client = client
        if telling == .toStalledReader { Ballast.load(client, for: story.target) }
        let given = story.given.map { ($0, client.call($0.method, $0.path, $0.headers, $0.body).status) }
        findings = given.filter { $0.1 >= 300 }.map { "\($0.0) is \($0.1)" }
        let target = telling.target(of: story) { client.snapshot($0).id.string ?? $0 }
        self.target = target
        reader =
            telling == .toStalledReader
            ? Reader(stalled: "the stalled reader", server, target) : Reader("the reader", server, target)
    }

    /// - Returns: faults, a sentence each.
    func tell() -> [String] {
        let steps = telling.steps(of: story)
        follow(waits: true)
        for (position, step) in steps.enumerated() {
            perform(step)
            follow(waits: telling.waits(in: story))
            if telling == .toStalledReader { continue }
            admitNewcomer(after: position + 1)
            if position + 1 < steps.count && !target.selectsRoots { releaseEnded() }
        }
        settle([reader] + others)

        let isOfInterest = { (moment: Reader.Moment) in
            self.telling != .toStalledReader || !Ballast.isBallast(moment.event.data)
        }
        let cuts = reader.moments.filter(isOfInterest).map {
            Reader("resumed in the end after \($0.description)", server, target, resuming: $0)
        }
        settle(cuts)
        return findings.map { "\(story.name): \($0)" }
    }

    // MARK: Steps

    private func perform(_ step: Step) {
        // A reader that has just connected begins before the step.
        turn()
        switch step {
        case .call(let call): check([client.call(call.method, call.path, call.headers, call.body).status], [call])
        case .batch(let calls):
            let headers = ["Content-Type": "application/x-ndjson"]
            let reply = client.post("/v1/batch", calls.map(\.line).joined(separator: "\n"), headers)
            check(reply.text.split(separator: "\n").map { Int(JSON(text: String($0)).status.int ?? 0) }, calls)
        case .burst(let calls):
            for call in calls {
                client.send(call.method, call.path, call.headers, bytes: call.body.map { Array($0.utf8) })
            }
            check(calls.map { client.reply(to: $0.method).status }, calls)
        case .time(let seconds, let (node, state)):
            let hasCome = server.advance(seconds: seconds) { client.snapshot(node).state.string == state }
            if !hasCome { findings.append("\(node) never is \(state ?? "gone")") }
        }
    }

    private func check(_ statuses: [Int], _ calls: [Call]) {
        if statuses.count != calls.count { findings.append("\(calls.count) calls have \(statuses.count) replies") }
        for (status, call) in zip(statuses, calls) where !(200..<300).contains(status) {
            findings.append("\(call) is \(status)")
        }
    }

    // MARK: Readers

    /// Lets the reader read, and cuts its stream after each event.
    private func follow(waits: Bool) {
        if telling == .toStalledReader { return turn() }
        let patience = waits && findings.isEmpty ? Self.patience : 0
        var complaint: String?
        let hasSettled = eventually(within: patience) {
            turn()
            for moment in reader.read() {
                let title = "resumed at once after \(moment.description)"
                others.append(Reader(title, server, target, resuming: moment))
            }
            complaint = waits ? reader.complaint(Shown(target, client)) : nil
            return complaint == nil
        }
        if waits && !hasSettled, let complaint { findings.append("before the next step: \(complaint)") }
    }

    private func admitNewcomer(after step: Int) {
        let newcomer = Reader("a newcomer after step \(step)", server, target)
        if !newcomer.isRefused { others.append(newcomer) }
    }

    /// Releases readers that rightly received an end: they do not see how the story continues.
    private func releaseEnded() {
        turn()
        let shown = Shown(target, client)
        guard shown.isOver else { return }
        _ = eventually(within: Self.patience) {
            turn()
            for one in [reader] + others {
                one.read()
                one.rest(shown)
            }
            return ([reader] + others).allSatisfy(\.isDone)
        }
    }

    /// When this returns, everything has been sent that is not held back by a pace: there is one reactor, and it sends
    /// in the turn after the one in which it answers.
    private func turn() { _ = client.get("/healthz") }

    /// Waits until the copies of all readers equal GET, and notes the flaws of those that do not.
    private func settle(_ readers: [Reader]) {
        var waiting = readers
        _ = eventually(within: findings.isEmpty ? Self.patience : 1) {
            turn()
            let shown = Shown(target, client)
            waiting = waiting.filter { reader in
                reader.read()
                return reader.complaint(shown) != nil
            }
            return waiting.isEmpty
        }
        turn()
        let shown = Shown(target, client)
        for reader in readers {
            reader.read()
            findings += reader.breaches
            if let complaint = reader.complaint(shown) { findings.append(complaint) }
        }
    }
}
