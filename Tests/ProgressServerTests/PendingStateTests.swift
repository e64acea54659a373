import MicroHTTPD
import ProgressHTTP
import ProgressRegistry
import ProgressStore
import Testing

@testable import ProgressServer

/// The next step of a request that is not answered yet, before it is at the writer: each stage, with everything that can
/// happen in it.
struct PendingStateTests: PendingSteps {
    // MARK: Alone

    @Test func `a client that waits is asked at each change, and for the last time when its time is over`() {
        var stopping = Self.alone
        stopping.isStopping = true

        #expect(step(.waits, .changed, Self.alone) == "call(isLast: false)")
        #expect(step(.waits, .late, Self.alone) == "call(isLast: true)")
        #expect(step(.waits, .changed, stopping) == "call(isLast: true)")
    }

    @Test func `an answer in slices goes out when it is made, and not before`() {
        #expect(step(.slices, .changed, Self.alone) == "stay")
        #expect(step(.slices, .ready, Self.alone) == "reply")
    }

    @Test func `a held reply goes out once its write is safe; else it is not confirmed`() {
        #expect(step(.held, .ready, Self.alone) == "reply")
        #expect(step(.held, .unsafe(.full), Self.alone).hasPrefix("unconfirmed"))
        #expect(step(.held, .late, Self.alone).contains("uncertain"))
        #expect(step(.held, .changed, Self.alone).contains("uncertain"))
    }

    // MARK: New at a replica

    @Test func `a new request goes where it is answered`() {
        var behind = Self.state(.follows)
        behind.stamp = 7
        var (read, follow, write, orphan, forwarded) = (
            Self.state(.reads), behind, Self.state(), Self.state(), Self.state()
        )

        #expect("\(read.begin(at: .here, Self.heir))" == "call(isLast: false)")
        #expect("\(follow.begin(at: .here, Self.heir))" == "catchUp")
        #expect("\(write.begin(at: .atWriter(instead: .wait), Self.heir))" == "forward")
        #expect("\(orphan.begin(at: .atWriter(instead: .wait), Self.orphan))" == "awaitWriter")
        #expect("\(forwarded.begin(at: .notWriter, Self.heir))" == "notWriter")
    }

    @Test func `a write that reaches the writer by now is made here`() {
        var state = Self.state()

        #expect("\(state.begin(at: .atWriter(instead: .wait), Self.alone))" == "call(isLast: false)")
    }

    // MARK: Catching up

    @Test func `a read that has caught up is answered here; one that cannot goes to the writer, then here`() {
        #expect(step(.catchesUp, .ready, Self.heir, .reads) == "call(isLast: false)")
        #expect(step(.catchesUp, .late, Self.heir, .reads) == "forward")
        #expect(step(.catchesUp, .late, Self.orphan, .reads) == "awaitWriter")
        #expect(step(.catchesUp, .late, Self.silent, .reads) == "call(isLast: false) answeredHere")
    }

    // MARK: After a lease

    @Test func `a writer whose lease is over asks another replica, unless it learns of the next writer`() {
        func step(_ news: PendingState.News, _ facts: PendingState.Facts) -> String {
            var state = Self.state(.reads)
            _ = state.begin(at: .hereWithTail(instead: .atPeerOrHere), Self.lapsed)
            return "\(state.resume(news, facts))"
        }

        #expect(step(.ready, Self.lapsed) == "call(isLast: false)")
        #expect(step(.late, Self.lapsed) == "ask")
        #expect(step(.late, Self.heir) == "forward")
        #expect(step(.late, Self.alone) == "call(isLast: false)")
        // Deposed: its trees no longer equal the log.
        #expect(step(.late, Self.orphan) == "catchUp")
        var loading = Self.loading
        loading.writerIsElsewhere = false
        #expect(step(.late, loading) == "awaitWriter")
    }

    @Test func `another replica's answer goes out; where none has one, what is here`() {
        #expect(step(.asks, Self.replied, Self.lapsed, .reads) == "reply answered")
        #expect(step(.asks, Self.refused, Self.lapsed, .reads) == "ask")
        #expect(step(.asks, .outcome(.notWriter(term: 3)), Self.lapsed, .reads) == "ask")
        #expect(step(.asks, Self.lost, Self.lapsed, .reads) == "ask")
        #expect(step(.asks, .late, Self.lapsed, .reads) == "call(isLast: false)")
    }

    @Test func `who is asked by such a writer shows nothing that may be old, and asks nobody but the writer`() {
        #expect(step(.catchesUp, .ready, Self.heir, .reads) { $0.isAsked = true } == "call(isLast: false)")
        #expect(step(.catchesUp, .late, Self.heir, .reads) { $0.isAsked = true } == "forward")
        #expect(step(.catchesUp, .late, Self.orphan, .reads) { $0.isAsked = true } == "notWriter")
        var state = Self.state(.reads)
        state.isAsked = true
        _ = state.begin(at: .hereWithTail(instead: .atPeerOrHere), Self.lapsed)
        #expect("\(state.resume(.late, Self.lapsed))" == "notWriter")
    }

    // MARK: Without a writer

    @Test func `a request goes to the writer that it waited for, or is refused after its time`() {
        var late = Self.orphan
        late.now = 200

        #expect(step(.needsWriter, .changed, Self.heir) == "forward")
        #expect(step(.needsWriter, .changed, Self.alone) == "call(isLast: false)")
        #expect(step(.needsWriter, .changed, Self.orphan) == "awaitWriter")
        #expect(step(.needsWriter, .changed, late).contains("noWriter"))
        #expect(step(.needsWriter, .changed, late).hasPrefix("refuse"))
        #expect(step(.needsWriter, .changed, late, .reads).contains("notReady"))
    }

    @Test func `a read that waited for a writer is answered here if the trees were loaded meanwhile`() {
        #expect(step(.needsWriter, .changed, Self.heir, .reads) == "catchUp")
        #expect(step(.needsWriter, .changed, Self.loading, .reads) == "forward")
    }

    @Test func `a read at a replica that has handed over waits for the next writer, for a second at most`() {
        var (leaving, later, follower) = (Self.orphan, Self.heir, Self.state(.follows))
        leaving.role = .leaving
        later.role = .leaving
        var state = Self.state(.reads)
        _ = state.begin(at: .hereWithTail(instead: .atWriterOrHere), leaving)
        _ = follower.begin(at: .hereWithTail(instead: .atWriterOrHere), leaving)

        let steps = [
            state.resume(.late, leaving), state.resume(.changed, leaving), state.resume(.late, leaving),
            state.resume(.changed, later), state.resume(.late, later),
        ]

        #expect(steps.map { "\($0)" } == ["awaitWriter", "catchUp", "awaitWriter", "catchUp", "forward"])
        #expect("\(follower.resume(.late, leaving))" == "call(isLast: false)")

        state = Self.state(.reads)
        _ = state.begin(at: .hereWithTail(instead: .atWriterOrHere), leaving)
        _ = state.resume(.late, leaving)
        leaving.now += leaving.patience
        #expect("\(state.resume(.late, leaving))" == "call(isLast: false)")
    }

    @Test func `a stream whose reader knows more waits for the next writer, rather than that it starts over`() {
        var stream = Self.state(.follows)
        stream.stamp = 7
        var late = Self.orphan
        late.now += late.patience

        let steps = [
            stream.begin(at: .hereWithTail(instead: .atWriterOrHere), Self.orphan), stream.resume(.late, Self.orphan),
            stream.resume(.changed, Self.heir), stream.resume(.late, Self.heir),
            stream.resume(Self.unsent, Self.orphan),
            stream.resume(.late, late),
        ]

        let expected = ["catchUp", "awaitWriter", "catchUp", "forward", "awaitWriter", "call(isLast: false)"]
        #expect(steps.map { "\($0)" } == expected)
    }

    @Test(arguments: PendingState.Stage.allCases) func `no news leaves a request without a next step`(
        _ stage: PendingState.Stage
    ) {
        let news: [PendingState.News] = [
            .changed, .ready, .late, .unsafe(.failing), .outcome(.cutShort), Self.replied, Self.unsent, Self.lost,
            .deposed,
        ]
        let facts = [Self.alone, Self.heir, Self.orphan, Self.loading]

        for news in news { for facts in facts { #expect(!step(stage, news, facts).isEmpty) } }
    }
}
