import Testing

@testable import ProgressServer

@Suite struct GatheringTests {
    private let begin: UInt64 = 5_000_000_000

    @Test func `who comes in the next turn joins, and a turn that brings nobody is the last`() {
        var gathering = Gathering()

        gathering.noteWrite()
        #expect(gathering.turn(now: begin) == .goesOn)
        gathering.noteWrite()
        gathering.noteWrite()
        #expect(gathering.turn(now: begin + 1_000) == .goesOn)
        #expect(gathering.turn(now: begin + 2_000) == .isOver)
        #expect(gathering.turn(now: begin + 3_000) == .idle)
    }

    @Test func `nobody waits longer than a millisecond for others`() {
        var gathering = Gathering()
        var turns = 0

        repeat {
            gathering.noteWrite()
            turns += 1
        } while gathering.turn(now: begin + UInt64(turns) * 100_000) == .goesOn

        #expect(turns == 11)
    }

    @Test func `the next group is gathered anew`() {
        var gathering = Gathering()
        gathering.noteWrite()
        _ = gathering.turn(now: begin)
        _ = gathering.turn(now: begin + 1_000)

        gathering.noteWrite()

        #expect(gathering.turn(now: begin + 10_000_000) == .goesOn)
    }
}
