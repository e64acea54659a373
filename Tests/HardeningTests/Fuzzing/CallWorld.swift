import Glibc
import Logging
import MicroHTTPD
import Platform
import ProgressCore
import ProgressRegistry
import ProgressTelemetry
import Synchronization

@testable import ProgressHTTP
@testable import ProgressWire

/// A service of one reactor without sockets, in memory, that holds the nodes `a` and `b`; it is to answer one body.
final class CallWorld {
    /// A reply, and the CPU time of its longest step.
    struct Reply {
        var status = 0
        var body: [UInt8] = []
        var longestStep: UInt64 = 0
    }

    private let endpoints: Endpoints

    init() {
        var configuration = Configuration()
        configuration.hasMCP = true
        let context = ServiceContext(
            registry: ProgressRegistry(RegistryState(limits: configuration.limits), epoch: Array("00000000".utf8)),
            configuration: configuration,
            tokens: TokenList(TokenSet([])),
            clock: ServiceClock { 1_763_726_400_000 },
            log: ServiceLog(Logger(label: "fuzz") { _ in SwiftLogNoOpLogHandler() }),
            storage: { nil },
            makeID: IDCounter.ids()
        )
        endpoints = Endpoints(service: context, reactor: 0, metrics: CallMetrics())
        let nodes = #"{"method":"PUT","path":"/v1/progress/a","body":{"totalUnitCount":9}}"#
        _ = batch(Array("\(nodes)\n\(nodes.replacing("/a", with: "/b"))".utf8))
    }

    private final class IDCounter: Sendable {
        private let newest = Atomic<UInt64>(0)

        /// Ids in the order in which they are asked for.
        static func ids() -> @Sendable () -> ProgressID {
            let counter = IDCounter()
            return { ProgressID(high: 1, low: counter.newest.add(1, ordering: .relaxed).newValue) }
        }
    }

    /// `POST /v1/batch`.
    func batch(_ body: [UInt8]) -> Reply {
        answer(body) { request, answer, endpoints throws(RequestError) in
            .continues(try BatchAnswer(request, answer, endpoints))
        }
    }

    /// `POST /mcp`.
    func message(_ body: [UInt8]) -> Reply {
        answer(body) { request, answer, endpoints throws(RequestError) in
            try MCPCalls(endpoints).respond(request, answer)
        }
    }

    private func answer(
        _ body: [UInt8],
        _ begin: (APIRequest, Answer, Endpoints) throws(RequestError) -> Outcome
    ) -> Reply {
        let answer = Answer()
        var reply = Reply()
        Array("/v1/progress".utf8).withUnsafeBufferPointer { path in
            body.withUnsafeBytes { body in
                do throws(RequestError) {
                    let headers = CallHeaders.line(LineHeaders())
                    let head = try endpoints.head(ofLine: headers, .post, path: path, query: nil)
                    var request = APIRequest(head, path: path, body: body, headers: headers, now: 1_763_726_400_000)
                    // Nothing may wait here.
                    request.isLast = true
                    var outcome = Outcome.answered
                    try reply.time { () throws(RequestError) in outcome = try begin(request, answer, endpoints) }
                    if case .continues(let long) = outcome { reply.finish(long, answer) }
                } catch {
                    endpoints.writeProblem(error, path: path, answer)
                }
            }
        }
        reply.status = answer.status
        reply.body = answer.pieces.reduce([], +) + answer.body
        return reply
    }
}

extension CallWorld.Reply {
    fileprivate mutating func time<Failure>(_ body: () throws(Failure) -> Void) throws(Failure) {
        let start = Self.cpuTime()
        defer { longestStep = max(longestStep, Self.cpuTime() - start) }
        try body()
    }

    fileprivate mutating func finish(_ long: any LongAnswer, _ answer: Answer) {
        while true {
            var progress = LongAnswerProgress.continues
            time { progress = long.step(TimeSlice(nanoseconds: 1_000_000), into: answer) }
            switch progress {
            case .continues: continue
            case .isDone: return
            case .streams(let rest):
                while let piece = rest() { answer.pieces.append(piece) }
                return
            }
        }
    }

    /// Nanoseconds of this thread.
    private static func cpuTime() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
