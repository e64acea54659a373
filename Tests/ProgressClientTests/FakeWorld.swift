import FoundationEssentials
import ProgressClient
import Synchronization

/// The world of a reporter, without time and network: the test moves the clock, reads what was sent, and answers.
final class FakeWorld: Sendable {
    typealias End = @Sendable (Result<ServiceReply, ServiceError>) -> Void

    private struct State {
        var now = ContinuousClock.now
        var alarms: [(at: ContinuousClock.Instant, ring: @Sendable () -> Void)] = []
        var sent: [ServiceRequest] = []
        var open: [(request: ServiceRequest, end: End)] = []
        var warnings: [String] = []
    }

    private let state = Mutex(State())

    func reporter(
        labels: [String: String] = [:],
        token: String? = nil,
        reservation: String? = nil
    ) throws -> Reporter {
        var service = try ProgressService(port: 1)
        service.token = token
        service.labels = labels
        service.reservation = reservation
        return Reporter(service, environment: environment)
    }

    private var environment: ReporterEnvironment {
        ReporterEnvironment(
            now: { self.state.withLock { $0.now } },
            wake: { at, ring in self.state.withLock { $0.alarms.append((at, ring)) } },
            send: { request, end in
                self.state.withLock { state in
                    state.sent.append(request)
                    state.open.append((request, end))
                }
            },
            warn: { text in self.state.withLock { $0.warnings.append(text) } }
        )
    }

    /// The clock and the network of this process; only the warnings come here.
    var liveCourier: ReporterEnvironment {
        var live = ReporterEnvironment.live
        live.warn = environment.warn
        return live
    }

    /// Everything that was sent so far.
    var sent: [ServiceRequest] { state.withLock(\.sent) }
    /// Number of requests that wait for an answer.
    var openCount: Int { state.withLock(\.open.count) }
    var warnings: [String] { state.withLock(\.warnings) }

    /// Lets time pass, alarm by alarm.
    func advance(by duration: Duration = .zero) {
        let end = state.withLock { $0.now + duration }
        while let ring = nextAlarm(until: end) { ring() }
        state.withLock { $0.now = end }
    }

    /// Like `advance(by:)`, but without the alarms that are due at the end itself.
    func reach(by duration: Duration) {
        let end = state.withLock { $0.now + duration }
        while let ring = nextAlarm(until: end - .nanoseconds(1)) { ring() }
        state.withLock { $0.now = end }
    }

    private func nextAlarm(until end: ContinuousClock.Instant) -> (@Sendable () -> Void)? {
        state.withLock { state in
            let due = state.alarms.indices.filter { state.alarms[$0].at <= end }
            guard let first = due.min(by: { state.alarms[$0].at < state.alarms[$1].at }) else { return nil }
            let alarm = state.alarms.remove(at: first)
            state.now = max(state.now, alarm.at)
            return alarm.ring
        }
    }

    /// Answers the oldest open request, or its line, where it is a batch of one; returns it.
    @discardableResult
    func answer(_ status: Int, _ headers: [String: String] = [:], body: String = "") -> ServiceRequest? {
        guard state.withLock({ $0.open.first?.request.onlyLine }) != nil else {
            return answer(.success(ServiceReply(status: status, headers: headers, body: Data(body.utf8))))
        }
        let fields = headers.map { "\"\($0.key)\":\"\($0.value)\"" }.joined(separator: ",")
        let member = body.isEmpty ? "" : ",\"body\":\(body)"
        return answerBatch(["{\"status\":\(status),\"headers\":{\(fields)}\(member)}"])
    }

    /// Answers it as a whole.
    @discardableResult
    func answer(_ result: Result<ServiceReply, ServiceError>) -> ServiceRequest? {
        guard let next = state.withLock({ $0.open.isEmpty ? nil : $0.open.removeFirst() }) else { return nil }
        next.end(result)
        return next.request
    }

    /// Answers a create: the service knows it by that id.
    @discardableResult
    func create(_ id: String, directive: String = "run") -> ServiceRequest? {
        answer(201, ["location": "/v1/progress/\(id)", "progress-directive": directive])
    }

    /// Answers a batch: a status for each line.
    @discardableResult
    func answerBatch(_ lines: [String]) -> ServiceRequest? {
        let body = Data(lines.joined(separator: "\n").utf8)
        return answer(.success(ServiceReply(status: 200, body: body)))
    }
}

extension ServiceRequest {
    /// `POST /v1/progress/1/completed-units`, and the query: of the line, where it is a batch of one.
    var line: String {
        if let only = onlyLine, case .string(let method)? = only["method"], case .string(let path)? = only["path"] {
            return "\(method) \(path)"
        }
        return "\(method) \(address.dropFirst("http://127.0.0.1:1".count))"
    }

    /// The line of a batch of one.
    var onlyLine: JSONValue? { address.hasSuffix("/v1/batch") && lines.count == 1 ? lines.first : .none }

    var text: String { String(decoding: body ?? Data(), as: UTF8.self) }

    var json: [String: JSONValue] {
        if let only = onlyLine {
            if case .object(let members)? = only["body"] { return members }
            return [:]
        }
        return (try? JSONDecoder().decode([String: JSONValue].self, from: body ?? Data())) ?? [:]
    }

    /// The lines of a batch.
    var lines: [JSONValue] {
        (body ?? Data()).split(separator: UInt8(ascii: "\n")).compactMap {
            try? JSONDecoder().decode(JSONValue.self, from: Data($0))
        }
    }

    func header(_ name: String) -> String? {
        if case .string(let value)? = onlyLine?["headers"]?[name] { return value }
        return headers.first { $0.name == name }?.value
    }
}

extension JSONValue {
    subscript(_ name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members[name]
    }
}
