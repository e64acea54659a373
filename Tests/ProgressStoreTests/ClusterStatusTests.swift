import ProgressStore
import Synchronization
import Testing

@testable import ProgressStore

/// The cluster's status, as reactors see it.
@Suite struct ClusterStatusTests {
    private final class Rings: Sendable {
        private let rung = Atomic<Int>(0)

        var count: Int { rung.load(ordering: .relaxed) }

        func ring() { rung.add(1, ordering: .relaxed) }
    }

    private let rings = Rings()
    private let status: ClusterStatus

    init() {
        let rings = rings
        status = ClusterStatus { rings.ring() }
    }

    @Test func `a replica that was not told anything loads and does not rule`() {
        #expect(status.role == .loading)
        #expect(!status.rules(now: 0))
        #expect(status.writer == nil)
        #expect(status.trouble == nil)
    }

    @Test func `a writer rules until its lease ends`() {
        status.note(.writer, term: 3)
        status.noteLease(until: 100)

        #expect(status.rules(now: 99))
        #expect(!status.rules(now: 100))
        #expect(status.term == 3)
    }

    @Test func `a writer whose lease is over calls itself none`() {
        status.note(.writer, term: 3)
        status.noteLease(until: 100)

        #expect(status.shownRole(now: 99) == .writer)
        #expect(status.shownRole(now: 100) == .heir)
        #expect(status.role == .writer)
    }

    @Test func `a writer that gives up its lease rules no more`() {
        status.noteLease(until: 100)

        status.noteLease(until: 0)

        #expect(!status.rules(now: 0))
    }

    @Test func `a write is let in while the lease lasts, and counts until it is executed`() {
        status.noteLease(until: 100)

        #expect(status.beginWrite(now: 99))
        #expect(!status.beginWrite(now: 100))
        #expect(status.isWriting)
        status.endWrite()
        #expect(!status.isWriting)
    }

    @Test func `the writer's generation grows when its place changes, and only then`() {
        let place = WriterPlace(address: "a:1", key: [1], term: 1)
        status.note(writer: place)
        let generation = status.writerGeneration

        status.note(writer: place)
        #expect(status.writerGeneration == generation)
        status.note(writer: WriterPlace(address: "a:1", key: [2], term: 2))
        #expect(status.writerGeneration == generation + 1)
        status.note(writer: nil)
        #expect(status.writerGeneration == generation + 2)
    }

    @Test func `a suspicion wakes the cluster thread once, and is taken once`() {
        status.suspect(term: 4)
        status.suspect(term: 4)

        #expect(rings.count == 1)
        #expect(status.takeSuspicion(of: 4))
        #expect(!status.takeSuspicion(of: 4))
    }

    @Test func `a suspicion of an earlier writer says nothing about the present one`() {
        status.suspect(term: 4)

        #expect(!status.takeSuspicion(of: 5))
        status.suspect(term: 5)
        #expect(status.takeSuspicion(of: 5))
    }

    @Test func `one answer serves every ticket drawn before it`() {
        let tickets = [status.askForTail(), status.askForTail()]
        let newest = status.tickets.newest
        let late = status.askForTail()

        #expect(status.tickets.answer(newest))

        #expect(tickets.allSatisfy { $0 <= status.answeredTicket })
        #expect(late > status.answeredTicket)
        #expect(status.tickets.hasWaiting)
        #expect(rings.count == 3)
    }

    @Test func `a failed look ends the wait without an answer`() {
        let ticket = status.askForTail()

        #expect(status.tickets.fail(status.tickets.newest))

        #expect(ticket <= status.failedTicket)
        #expect(ticket > status.answeredTicket)
        #expect(!status.tickets.hasWaiting)
        #expect(!status.tickets.fail(ticket))
    }

    @Test func `the lag is the time since the trees held the whole log`() {
        status.noteCaughtUp(70)

        #expect(status.lag(now: 100) == 30)
        #expect(status.lag(now: 60) == 0)
    }

    @Test func `takeovers are counted by their kind`() {
        status.noteTakeover(isClean: true)
        status.noteTakeover(isClean: false)
        status.noteTakeover(isClean: false)

        #expect(status.takeovers == (clean: 1, unclean: 2))
    }
}
