import MicroHTTPD
import ProgressHTTP
import ProgressRegistry
import ProgressStore
import Testing

@testable import ProgressServer

/// The next step of a request that another replica has, or had while that was the writer.
struct ForwardedStateTests: PendingSteps {
    // MARK: At the writer

    @Test func `the writer's reply goes out`() {
        #expect(step(.forwarded, Self.replied, Self.heir) == "reply answered")
    }

    @Test func `what the writer has not done is sent again, or waits for another`() {
        #expect(step(.forwarded, Self.unsent, Self.heir) == "awaitWriter failed suspects")
        #expect(step(.forwarded, .outcome(.notWriter(term: 3)), Self.heir) == "awaitWriter failed suspects")
        #expect(step(.forwarded, .outcome(.noReply(sentWhole: false)), Self.heir) == "awaitWriter failed suspects")
        #expect(step(.forwarded, Self.unsent, Self.heir, .reads) == "awaitWriter failed suspects")
        let here = "call(isLast: false) failed answeredHere suspects"
        #expect(step(.forwarded, Self.unsent, Self.silent, .reads) == here)
    }

    @Test func `what was sent to a lost writer is made here by the next one, if that is this replica`() {
        #expect(step(.forwarded, Self.unsent, Self.alone) == "call(isLast: false) failed suspects")
        #expect(
            step(.forwarded, Self.lost, Self.alone) { $0.isRepeatable = true } == "call(isLast: false) failed suspects"
        )
    }

    @Test func `a read that a lost writer did not answer looks at the log once more, and is then answered here`() {
        var state = Self.state(at: .forwarded, .reads) { $0.isRepeatable = true }

        #expect("\(state.resume(Self.lost, Self.heir))" == "catchUp")
        #expect("\(state.resume(.late, Self.heir))" == "call(isLast: false)")
        #expect(state.takeNotes().counts == [.failed, .answeredHere])
    }

    @Test func `what may have been done is not refused as if nothing was changed, and waits a moment for a writer`() {
        var state = Self.state(at: .forwarded) { $0.isRepeatable = true }
        var facts = Self.orphan
        facts.now = 10_000_000_000

        #expect("\(state.resume(Self.lost, facts))" == "awaitWriter")
        facts.now += 2_000_000_000
        #expect("\(state.resume(.changed, facts))".contains("outcomeUnknown"))
    }

    @Test func `what is in doubt is put off once`() {
        var state = Self.state(at: .forwarded) { $0.isRepeatable = true }
        var facts = Self.heir
        facts.now = 10_000_000_000
        _ = state.resume(Self.lost, facts)
        _ = state.resume(.changed, facts)

        facts.now += 2_000_000_000
        let step = state.resume(Self.lost, facts)

        #expect("\(step)".contains("outcomeUnknown"))
    }

    @Test func `what the writer may have done is sent again only if it may be repeated`() {
        #expect(
            step(.forwarded, Self.lost, Self.heir)
                == "refuse(ProgressHTTP.RequestError.outcomeUnknown) outcomeUnknown suspects"
        )
        #expect(step(.forwarded, Self.lost, Self.heir) { $0.isRepeatable = true } == "awaitWriter failed suspects")
    }

    @Test func `a client that waits at a writer that stops is answered at once by the next`() {
        var state = Self.state(at: .forwarded) { $0.wait = .allowed }

        #expect("\(state.resume(.changed, Self.heir))" == "forward")
        #expect(state.wait.isOver)
    }

    // MARK: Deposed

    @Test func `a heartbeat that waited at a deposed writer goes to the next one, or back to who sent it`() {
        var stopping = Self.orphan
        stopping.isStopping = true

        #expect(step(.waits, .deposed, Self.heir) == "forward")
        #expect(step(.waits, .deposed, Self.heir) { $0.isForwarded = true } == "notWriter")
        #expect(step(.waits, .deposed, Self.orphan) == "awaitWriter")
        #expect(step(.waits, .deposed, stopping).contains("outcomeUnknown"))
    }

    @Test func `a write whose permit is refused at the last moment waits for a writer`() {
        #expect(step(.needsWriter, .deposed, Self.heir) == "awaitWriter")
        #expect(step(.forwarded, .deposed, Self.heir) == "awaitWriter")
    }
}
