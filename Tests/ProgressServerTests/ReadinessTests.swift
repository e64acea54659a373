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
        #expect(readiness.refusal == nil)
    }

    @Test func `a stop is what it says first, another reason is not ready`() {
        let readiness = Readiness()
        readiness.remove(.starting)
        readiness.add(Self.storage)
        guard case .notReady? = readiness.refusal else {
            Issue.record("\(String(describing: readiness.refusal))")
            return
        }

        readiness.add(.stopping)

        guard case .shuttingDown? = readiness.refusal else {
            Issue.record("\(String(describing: readiness.refusal))")
            return
        }
    }
}
