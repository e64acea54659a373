import Glibc

/// SIGTERM, SIGINT and SIGHUP, taken by `sigwait`: blocked from the start, so that none is lost however early it comes.
enum TerminationSignals {
    /// Call it before the first other thread starts: threads inherit the blocked signals.
    static func block() {
        var signals = all
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        signal(SIGPIPE, SIG_IGN)
        // A file that must not grow is an error of the call that would let it grow.
        signal(SIGXFSZ, SIG_IGN)
    }

    /// For verbs that may be ended at any moment. A signal that came meanwhile ends the process now.
    static func unblock() {
        var signals = all
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    }

    /// Waits for the first that ends the service. From then on another one ends the process at once, with 128 plus its
    /// number.
    /// - Parameter reload: called at each SIGHUP, which ends nothing then. Without it SIGHUP is as SIGTERM, unless the
    ///   process was started to outlive a hangup, as by nohup.
    static func wait(reload: (() -> Void)? = nil) -> Int32 {
        let hangUpEnds = reload == nil && !ignoresHangUp
        while true {
            let signal = next(of: all)
            guard signal == SIGHUP, !hangUpEnds else {
                endAtOnceAtTheNext()
                return signal
            }
            reload?()
        }
    }

    private static var ignoresHangUp: Bool {
        var action = sigaction()
        return sigaction(SIGHUP, nil, &action) == 0 && isIgnored(action)
    }

    private static func isIgnored(_ action: sigaction) -> Bool {
        unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    private static var all: sigset_t {
        var signals = terminating
        sigaddset(&signals, SIGHUP)
        return signals
    }

    fileprivate static var terminating: sigset_t {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGTERM)
        sigaddset(&signals, SIGINT)
        return signals
    }

    fileprivate static func next(of signals: sigset_t) -> Int32 {
        var signals = signals
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
    let status = 128 + TerminationSignals.next(of: TerminationSignals.terminating)
    _exit(status)
}
