import Testing

@testable import ProgressStore

/// Random histories with faults.
@Suite struct ClusterHistoryTests {
    @Test(arguments: 0..<8)
    func `whatever happens, what was acknowledged is in the trees of whoever rules`(part: UInt64) throws {
        var (acknowledgedCount, takeoverCount) = (0, 0)
        for seed in part * 2..<part * 2 + 2 {
            var history = ClusterHistory(seed: seed)

            try history.run(steps: 300)

            #expect(history.violations.isEmpty, "seed \(seed): \(history.violations.prefix(3))")
            acknowledgedCount += history.acknowledgedCount
            takeoverCount += history.takeoverCount
        }
        #expect(acknowledgedCount > 20 && takeoverCount > 2, "\(acknowledgedCount) writes, \(takeoverCount) takeovers")
    }
}
