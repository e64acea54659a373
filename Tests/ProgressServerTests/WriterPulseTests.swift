import ProgressStore
import Testing

@testable import ProgressServer

/// Pings of a writer, and the meaning of their answers. A lease lasts 300.
struct WriterPulseTests {
    private static let place = WriterPlace(address: "a:1", key: [1], term: 1)
    private static let next = WriterPlace(address: "a:1", key: [2], term: 2)

    private var pulse = WriterPulse(lease: 300)

    /// - Returns: the times at which pings were due.
    private mutating func turn(_ times: UInt64...) -> [UInt64] { times.filter { pulse.turn(at: $0) } }

    @Test mutating func `nobody is pinged without another writer`() {
        let pings = turn(1_000, 1_100)

        #expect(pings == [])
        #expect(pulse.due == .max && !pulse.isSilent)
    }

    @Test mutating func `a writer is pinged at once, and then each third of a lease`() {
        let isNew = pulse.follow(Self.place, at: 1_000)

        let pings = turn(1_000, 1_099, 1_100, 1_199)

        #expect(isNew && pings == [1_000, 1_100])
        #expect(pulse.due == 1_200)
    }

    @Test mutating func `a writer that answers nothing for a lease is silent until it answers`() {
        _ = pulse.follow(Self.place, at: 1_000)
        _ = turn(1_000)
        pulse.heard(at: 1_010)
        _ = turn(1_100, 1_200, 1_300)
        #expect(!pulse.isSilent && pulse.due == 1_310)

        let pings = turn(1_310, 1_400)
        #expect(pulse.isSilent && pings == [1_400])
        pulse.heard(at: 1_405)

        #expect(!pulse.isSilent)
    }

    @Test mutating func `a replica that was paused itself does not take that for the writer's silence`() {
        _ = pulse.follow(Self.place, at: 1_000)
        _ = turn(1_000)

        let pings = turn(9_000)
        #expect(pings == [9_000] && !pulse.isSilent)
        _ = turn(9_100, 9_200, 9_300)

        #expect(pulse.isSilent)
    }

    @Test mutating func `the next writer begins with a lease of its own`() {
        _ = pulse.follow(Self.place, at: 1_000)
        _ = turn(1_000, 1_100, 1_200, 1_300)
        #expect(pulse.isSilent)

        let isNew = pulse.follow(Self.next, at: 1_350)
        let isNewAgain = pulse.follow(Self.next, at: 1_360)

        #expect(isNew && !isNewAgain && !pulse.isSilent)
        #expect(pulse.due == 1_350)
    }
}
