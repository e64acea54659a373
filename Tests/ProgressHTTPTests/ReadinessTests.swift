import Testing

@testable import ProgressHTTP

struct ReadinessTests {
    private static let storage = Readiness.Reasons(rawValue: 1 << 20)

    @Test func `it is ready when no reason is left`() {
        let readiness = Readiness()
        let atFirst = readiness.isReady

        readiness.add(Self.storage)
        readiness.remove(.starting)
        let withOne = readiness.isReady
        readiness.remove(Self.storage)

        #expect(!atFirst && !withOne && readiness.isReady)
        #expect(readiness.refusal(nil) == nil)
    }

    @Test func `a stop is what it says first, another reason is not ready`() {
        let readiness = Readiness()
        readiness.remove(.starting)
        readiness.add(Self.storage)
        guard case .notReady? = readiness.refusal(nil) else {
            Issue.record("\(String(describing: readiness.refusal(nil)))")
            return
        }

        readiness.add(.stopping)

        guard case .shuttingDown? = readiness.refusal(nil) else {
            Issue.record("\(String(describing: readiness.refusal(nil)))")
            return
        }
    }

    @Test(arguments: [
        (ReplicaState(role: "heir", term: 7, isLoaded: true, trouble: nil, needsOperator: false), nil),
        (ReplicaState(role: "heir", term: 7, isLoaded: true, trouble: "Silent.", needsOperator: false), nil),
        (
            ReplicaState(role: "heir", term: 7, isLoaded: true, trouble: "No rights.", needsOperator: true),
            "No rights."
        ),
        (
            ReplicaState(role: "loading", term: 0, isLoaded: false, trouble: nil, needsOperator: false),
            "This replica has not loaded the trees yet."
        ),
        (
            ReplicaState(role: "loading", term: 0, isLoaded: false, trouble: "Silent.", needsOperator: false),
            "This replica has not loaded the trees yet. Silent."
        ),
    ])
    func `a replica is ready once it has the trees and no operator has to act`(state: ReplicaState, reason: String?) {
        let readiness = Readiness()
        readiness.remove(.starting)

        let refusal = readiness.refusal(state)

        switch (refusal, reason) {
        case (nil, nil): break
        case (.notReady(let because)?, let reason?): #expect(because == reason)
        default: Issue.record("\(String(describing: refusal))")
        }
    }

    @Test func `a replica tells its role, its term and what is wrong`() {
        let state = ReplicaState(role: "heir", term: 7, isLoaded: true, trouble: "Silent.", needsOperator: false)
        var bytes: [UInt8] = []

        state.append(to: &bytes)

        #expect(String(decoding: bytes, as: UTF8.self) == "role: heir\nterm: 7\ntrouble: Silent.\n")
    }
}
