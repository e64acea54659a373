import Glibc

/// SIGTERM and SIGINT, taken by `sigwait`: blocked from the start, so that none is lost however early it comes.
enum TerminationSignals {
    /// To be called before the first other thread starts: threads inherit what is blocked.
    static func block() {
        var signals = both
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        signal(SIGPIPE, SIG_IGN)
        // A file that must not grow is an error of the call that would let it grow.
        signal(SIGXFSZ, SIG_IGN)
    }

    /// For verbs that may be ended at any moment. What came meanwhile ends the process now.
    static func unblock() {
        var signals = both
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    }

    /// Waits for the first of them. From then on another one ends the process at once, with 128 plus its number.
    static func wait() -> Int32 {
        let first = next()
        endAtOnceAtTheNext()
        return first
    }

    private static var both: sigset_t {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGTERM)
        sigaddset(&signals, SIGINT)
        return signals
    }

    fileprivate static func next() -> Int32 {
        var signals = both
        var received: Int32 = 0
        while sigwait(&signals, &received) != 0 {}
        return received
    }

    /// A thread rather than the default action, which a process with the id 1, as in a container, does not have.
    private static func endAtOnceAtTheNext() {
        var thread = pthread_t()
        let code = pthread_create(&thread, nil, endAtOnce, nil)
        if code == 0 { pthread_detach(thread) }
    }
}

/// The whole life of a thread.
private func endAtOnce(_: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    let status = 128 + TerminationSignals.next()
    _exit(status)
}
