import CLibCurl

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The thread that transfers, and the multi handle that it polls.
final class TransferThread: @unchecked Sendable {
    // @unchecked: 1. `multi` and `source` never change; 2. libcurl allows `curl_multi_wakeup` to any thread, and
    // everything else is done by the thread itself; 3. `thread` is written before anything else has the object.
    private let multi: UnsafeMutableRawPointer
    private unowned let source: Transfers
    private var thread: pthread_t?
    private var transfers: [UInt64: (transfer: Transfer, easy: UnsafeMutableRawPointer)] = [:]

    /// Nil where the system cannot start a thread.
    init?(takingFrom source: Transfers) {
        guard let multi = libcurl_multi_init() else {
            preconditionFailure("libcurl has no memory for its multi handle")
        }
        self.multi = multi
        self.source = source
        // 1. The new thread takes this reference over, and where there is none, it is released below.
        let context = Unmanaged.passRetained(self)
        var thread = pthread_t()
        let code = withoutSignals { pthread_create(&thread, nil, runTransfers, context.toOpaque()) }
        if code != 0 {
            context.release()
            return nil
        }
        self.thread = thread
    }

    func wake() { libcurl_multi_wakeup(multi) }

    func join() {
        if let thread, pthread_equal(thread, pthread_self()) == 0 { pthread_join(thread, nil) }
    }

    /// Runs until the process exits.
    fileprivate func run() {
        while true {
            let now = ContinuousClock.now
            guard let (orders, due, next) = source.take(at: now) else { return }
            for order in orders { obey(order) }
            for alarm in due { alarm.ring() }
            libcurl_multi_perform(multi)
            endFinished()
            let silence = endSilent(at: .now)
            poll(until: [next, silence].compactMap(\.self).min())
        }
    }

    /// Waits for libcurl until `instant`; it also returns for libcurl's own time limits.
    private func poll(until instant: ContinuousClock.Instant?) {
        let wait = instant.map { $0 - .now } ?? .seconds(60)
        // Rounded up: a poll that ends before the time would spin.
        let milliseconds = Int32(clamping: Int64((wait / .milliseconds(1)).rounded(.up)))
        libcurl_multi_poll(multi, max(0, milliseconds))
    }

    private func obey(_ order: TransferOrder) {
        switch order {
        case .start(let transfer):
            guard let easy = transfer.makeHandle() else { return transfer.end(with: .unreachable("out of memory")) }
            transfers[transfer.id] = (transfer, easy)
            libcurl_multi_add(multi, easy)
        case .cancel(let id):
            remove(id)?.end(with: .cancelled)
        case .resume(let id):
            transfers[id]?.transfer.resume()
        }
    }

    private func remove(_ id: UInt64) -> Transfer? {
        guard let (transfer, easy) = transfers.removeValue(forKey: id) else { return nil }
        libcurl_multi_remove(multi, easy)
        return transfer
    }

    private func endFinished() {
        while let message = libcurl_multi_info(multi) {
            guard message.pointee.msg == CURLMSG_DONE else { continue }
            let easy = message.pointee.easy_handle
            // Removing the handle frees the message.
            let code = libcurl_message_result(message)
            guard let id = transfers.first(where: { $0.value.easy == easy })?.key else { continue }
            remove(id)?.finish(code)
        }
    }

    /// Ends streams that have been silent for too long; returns the time at which the next one will be.
    private func endSilent(at now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
        var next: ContinuousClock.Instant?
        for (id, (transfer, _)) in transfers {
            guard let silentAt = transfer.silentAt else { continue }
            if silentAt <= now {
                remove(id)?.end(with: .unreachable("the stream has been silent for too long"))
            } else {
                next = min(next ?? silentAt, silentAt)
            }
        }
        return next
    }

    /// Runs `body` with signals blocked, which a new thread inherits: the program's handlers run on its own threads.
    private func withoutSignals<Value>(_ body: () -> Value) -> Value {
        var all = sigset_t()
        var before = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        return body()
    }
}

private func runTransfers(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let context { Unmanaged<TransferThread>.fromOpaque(context).takeRetainedValue().run() }
    return nil
}
