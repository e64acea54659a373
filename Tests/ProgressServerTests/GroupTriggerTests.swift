import Testing

@testable import ProgressServer

@Suite struct GroupTriggerTests {
    private let begin: UInt64 = 5_000_000_000

    @Test func `who comes in the next turn joins, and a turn that brings nobody is the last`() {
        var trigger = GroupTrigger()

        trigger.noteWrite()
        #expect(trigger.turn(now: begin) == .goesOn)
        trigger.noteWrite()
        trigger.noteWrite()
        #expect(trigger.turn(now: begin + 1_000) == .goesOn)
        #expect(trigger.turn(now: begin + 2_000) == .isOver)
        #expect(trigger.turn(now: begin + 3_000) == .idle)
    }

    @Test func `nobody waits longer than a millisecond for others`() {
        var trigger = GroupTrigger()
        var turns = 0

        repeat {
            trigger.noteWrite()
            turns += 1
        } while trigger.turn(now: begin + UInt64(turns) * 100_000) == .goesOn

        #expect(turns == 11)
    }

    @Test func `the next group is gathered anew`() {
        var trigger = GroupTrigger()
        trigger.noteWrite()
        _ = trigger.turn(now: begin)
        _ = trigger.turn(now: begin + 1_000)

        trigger.noteWrite()

        #expect(trigger.turn(now: begin + 10_000_000) == .goesOn)
    }
}
