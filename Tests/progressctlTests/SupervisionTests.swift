import Glibc
import ProgressClient
import Testing

@testable import progressctl

struct SupervisionTests {
    private let start = ContinuousClock.now

    private func signals(_ actions: [Supervision.Action]) -> [Int32] {
        actions.compactMap { if case .signal(let number) = $0 { number } else { nil } }
    }

    @Test func `pause stops and resume continues, each once`() {
        var supervision = Supervision()

        #expect(supervision.obey(.run, at: start) == [])
        #expect(supervision.obey(.pause, at: start) == [.signal(SIGSTOP)])
        #expect(supervision.obey(.pause, at: start) == [])
        #expect(supervision.isPaused)
        #expect(supervision.obey(.run, at: start) == [.signal(SIGCONT)])
        #expect(supervision.obey(.run, at: start) == [])
    }

    @Test func `without pause only cancel is obeyed`() {
        var supervision = Supervision(obeysPause: false)

        #expect(supervision.obey(.pause, at: start) == [])
        #expect(signals(supervision.obey(.cancel, at: start)) == [SIGINT, SIGCONT])
    }

    @Test func `cancel interrupts, terminates after 10 s, and kills after 5 s more`() {
        var supervision = Supervision()

        #expect(signals(supervision.obey(.cancel, at: start)) == [SIGINT, SIGCONT])
        #expect(supervision.deadline == start + .seconds(10))
        #expect(supervision.tick(at: start + .seconds(9.9)) == [])
        #expect(signals(supervision.tick(at: start + .seconds(10))) == [SIGTERM, SIGCONT])
        #expect(supervision.tick(at: start + .seconds(14.9)) == [])
        #expect(signals(supervision.tick(at: start + .seconds(15))) == [SIGKILL, SIGCONT])
        #expect(supervision.deadline == nil)
        #expect(supervision.tick(at: start + .seconds(60)) == [])
    }

    @Test func `what a cancelled command has left is terminated and killed soon`() {
        var supervision = Supervision()
        _ = supervision.obey(.cancel, at: start)

        supervision.hasten(at: start + .seconds(2))

        #expect(supervision.deadline == start + .seconds(3))
        #expect(signals(supervision.tick(at: start + .seconds(3))) == [SIGTERM, SIGCONT])
        #expect(signals(supervision.tick(at: start + .seconds(4))) == [SIGKILL, SIGCONT])
        #expect(supervision.deadline == nil)
    }

    @Test func `a command that ends by itself is followed by no signals`() {
        var supervision = Supervision()

        supervision.hasten(at: start)

        #expect(supervision.deadline == nil)
        #expect(supervision.tick(at: start + .seconds(60)) == [])
    }

    @Test func `cancel is heard once`() {
        var supervision = Supervision()
        _ = supervision.obey(.cancel, at: start)

        #expect(supervision.obey(.cancel, at: start + .seconds(1)) == [])
        #expect(supervision.obey(.pause, at: start + .seconds(1)) == [])
    }

    @Test func `cancel continues what is paused before it interrupts`() {
        var supervision = Supervision()
        _ = supervision.obey(.pause, at: start)

        #expect(signals(supervision.obey(.cancel, at: start)) == [SIGCONT, SIGINT, SIGCONT])
        #expect(!supervision.isPaused)
    }

    @Test func `cancel may begin with another signal`() {
        var supervision = Supervision(cancelSignal: SIGUSR1)

        #expect(signals(supervision.obey(.cancel, at: start)).first == SIGUSR1)
    }

    @Test func `an interrupt by the user is forwarded, cancels the progress, and sets no time limit`() {
        var supervision = Supervision()

        #expect(supervision.receive(SIGINT) == [.cancelProgress, .signal(SIGINT), .signal(SIGCONT)])
        #expect(supervision.isEnding)
        #expect(supervision.deadline == nil)
        #expect(supervision.obey(.cancel, at: start) == [])
    }

    @Test func `the second interrupt kills and says so`() {
        var supervision = Supervision()
        _ = supervision.receive(SIGINT)

        let actions = supervision.receive(SIGINT)

        #expect(signals(actions) == [SIGKILL])
        #expect(actions.contains(.say("interrupted again: killed at once")))
    }

    @Test func `an interrupt after a cancel kills, and nothing follows`() {
        var supervision = Supervision()
        _ = supervision.obey(.cancel, at: start)

        #expect(signals(supervision.receive(SIGINT)) == [SIGKILL])
        #expect(supervision.tick(at: start + .seconds(60)) == [])
    }

    @Test func `a termination is forwarded each time`() {
        var supervision = Supervision()

        #expect(signals(supervision.receive(SIGTERM)) == [SIGTERM, SIGCONT])
        #expect(signals(supervision.receive(SIGTERM)) == [SIGTERM, SIGCONT])
    }

    @Test func `other signals are the command's`() {
        var supervision = Supervision()

        #expect(supervision.receive(SIGUSR1) == [.signal(SIGUSR1)])
        #expect(!supervision.isEnding)
    }
}
