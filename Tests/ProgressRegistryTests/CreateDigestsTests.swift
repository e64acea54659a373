import ProgressCore
import Testing

@testable import ProgressRegistry

/// The remembered digests of the bodies of creates.
struct CreateDigestsTests {
    @Test func `digests of progress that is gone are swept, those of living progress stay`() throws {
        var tree = ProgressTree(limits: ProgressLimits())
        let living = ProgressID(high: 0, low: 1)
        _ = try tree.insert([NewProgress(id: living)], at: 0)
        var digests = CreateDigests()
        digests.insert(BodyDigest((1, 2)), of: living, in: tree.forest)

        for gone in 1...1_024 as ClosedRange<UInt64> {
            digests.insert(BodyDigest((gone, gone)), of: ProgressID(high: 1, low: gone), in: tree.forest)
        }

        #expect(digests.count == 1)
        #expect(digests[living] == BodyDigest((1, 2)))
    }
}
