import FoundationEssentials
import Glibc

/// The signals that end a program, caught so that it can do something first.
enum EndSignal {
    /// Waits for the first of them. Call it once. Signals that the process was started to ignore stay ignored.
    ///
    /// - Throws: when the task is cancelled, or the signals cannot be caught.
    static func next() async throws -> Int32 {
        let reading = try open()
        while true {
            if let number = SignalPipe.take(from: reading).first { return number }
            try await Task.sleep(for: .milliseconds(100))
        }
    }

    /// Ends the process as if the signal had not been caught.
    static func end(by number: Int32) -> Never {
        signal(number, SIG_DFL)
        // Threads of the Swift runtime block signals.
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, number)
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        raise(number)
        exit(128 + number)
    }

    private static func open() throws(UserError) -> Descriptor {
        do throws(RunFailure) { return try SignalPipe.open([SIGINT, SIGTERM, SIGHUP]).reading } catch {
            throw UserError(error.line, .unavailable)
        }
    }
}
