import ProgressCore
import ProgressRegistry
import Testing

@testable import ProgressStore

/// What guards trees that follow those of another replica.
@Suite struct FollowingTests {
    @Test func `replies of a replica that follows are held whatever the durability`() {
        let status = StorageStatus(.interval)
        status.noteCaughtUp(.max)
        #expect(!status.holdsReplies(now: 0))

        status.noteFollowing(true)

        #expect(status.holdsReplies(now: 0))
    }

    @Test func `a write on trees that follow is noticed, and its group never becomes safe`() {
        let registry = RegistryState(limits: ProgressLimits())
        registry.follows = true

        #expect(registry.newestGroup == .max)
        #expect(registry.hasStrayWrites)
    }
}
