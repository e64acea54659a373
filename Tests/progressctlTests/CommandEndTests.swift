import Glibc
import Testing

@testable import progressctl

struct CommandEndTests {
    @Test func `a status is that of the command, or 128 and the signal`() {
        #expect(CommandEnd(waitStatus: 7 << 8) == .exited(7))
        #expect(CommandEnd(waitStatus: 7 << 8).status == 7)
        #expect(CommandEnd(waitStatus: SIGKILL) == .killed(SIGKILL))
        #expect(CommandEnd(waitStatus: SIGSEGV | 0x80).status == 128 + SIGSEGV)
    }

    @Test func `an interruption is a signal, or the status that stands for it`() {
        #expect(CommandEnd.killed(SIGINT).isInterruption)
        #expect(CommandEnd.exited(130).isInterruption)
        #expect(!CommandEnd.exited(1).isInterruption)
    }

    @Test func `a reason names the status or the signal`() {
        #expect(CommandEnd.exited(3).reason("restic") == "restic ended with status 3")
        #expect(CommandEnd.killed(SIGKILL).reason("restic") == "restic was ended by SIGKILL")
    }

    @Test(arguments: [("INT", SIGINT), ("SIGTERM", SIGTERM), ("usr1", SIGUSR1), ("15", SIGTERM)])
    func `a signal has a name or a number`(text: String, number: Int32) {
        #expect(SignalName(argument: text)?.number == number)
    }

    @Test(arguments: ["", "FOO", "0", "65", "-1"])
    func `other texts are no signals`(text: String) {
        #expect(SignalName(argument: text) == nil)
    }
}
