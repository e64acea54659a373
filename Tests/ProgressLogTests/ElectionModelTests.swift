import ProgressLog
import Testing

struct ElectionModelTests {
    private static let runCount: UInt64 = 4_000
    private static let stepCount = 250

    @Test func `whatever happens, what was acknowledged stays, and the newest holder alone reads within its lease`()
        throws
    {
        var tally: [String: Int] = [:]
        for seed in 0..<Self.runCount {
            var model = ElectionModel(seed: seed)
            try model.run(stepCount: Self.stepCount)
            try model.checkThatItRecovers()
            for (name, count) in model.tally.consequences { tally[name, default: 0] += count }
            tally["reads", default: 0] += model.tally.reads
            tally["acknowledgments", default: 0] += model.tally.acknowledgments
        }

        let expected = [
            "tookOffice", "acknowledged", "inDoubt", "seen", "sendAgain", "fellBack", "deposed", "handedOver", "reads",
            "acknowledgments",
        ]
        for name in expected { #expect(tally[name, default: 0] > 100, "\(name): \(tally)") }
    }

    @Test func `where answers are lost in a failover, all that is left keeps its promises, and the log is one chain`()
        throws
    {
        var lostCount = 0
        for seed in 0..<Self.runCount {
            var model = ElectionModel(seed: seed, isAsynchronous: true)
            try model.run(stepCount: Self.stepCount)
            try model.checkThatItRecovers()
            lostCount += model.tally.lostAcknowledgments
        }

        #expect(lostCount > 100)
    }

    @Test(arguments: PlantedFault.allCases) func `a planted fault is found`(fault: PlantedFault) {
        let finder = (0..<Self.runCount).first { seed in
            var model = ElectionModel(seed: seed, isAsynchronous: fault == .renewalOnTermAndTail, fault: fault)
            do { try model.run(stepCount: Self.stepCount) } catch { return true }
            return false
        }

        #expect(finder != nil)
    }
}
