import CLoopback

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The thread that transfers: requests to this machine by its own sockets, all others by libcurl.
final class TransferThread: @unchecked Sendable {
    // @unchecked: 1. `wakeup` and `source` never change; 2. any thread may write to a pipe, and everything else is done
    // by the thread itself; 3. `thread` is written before anything else has the object.
    private let wakeup: (reader: Int32, writer: Int32)
    private unowned let source: Transfers
    private var thread: pthread_t?
    private let loopback = LoopbackTransfers()
    /// From the first request that needs libcurl.
    private var curl: CurlTransfers?

    /// - Throws: what the system has none of: threads, or descriptors, of which it takes two to be woken by.
    init(takingFrom source: Transfers) throws(Shortage) {
        var ends: [Int32] = [-1, -1]
        guard loopback_make_pipe(&ends) else { throw .descriptors }
        wakeup = (ends[0], ends[1])
        self.source = source
        // 1. The new thread takes this reference over, and where there is none, it is released below.
        let context = Unmanaged.passRetained(self)
        var thread = pthread_t()
        let code = withoutSignals { pthread_create(&thread, nil, runTransfers, context.toOpaque()) }
        if code != 0 {
            context.release()
            throw .threads
        }
        self.thread = thread
    }

    enum Shortage: String, Error {
        case threads = "no thread can be started"
        case descriptors = "no descriptor is left"
    }

    deinit {
        close(wakeup.reader)
        close(wakeup.writer)
    }

    func wake() {
        // A pipe that is full wakes, too.
        var byte: UInt8 = 1
        _ = write(wakeup.writer, &byte, 1)
    }

    func join() {
        if let thread, pthread_equal(thread, pthread_self()) == 0 { pthread_join(thread, nil) }
    }

    /// Runs until the process exits.
    fileprivate func run() {
        while true {
            let now = ContinuousClock.now
            guard let (orders, due, next) = source.take(at: now) else { return }
            for order in orders { obey(order, at: now) }
            for alarm in due { alarm.ring() }
            loopback.advance(at: .now)
            let silence = curl?.advance()
            wait(until: [next, loopback.deadline, silence].compactMap(\.self).min())
        }
    }

    /// Waits for a connection or an order until `instant`; it also returns for libcurl's own time limits.
    private func wait(until instant: ContinuousClock.Instant?) {
        let wait = instant.map { $0 - .now } ?? .seconds(60)
        // Rounded up: a poll that ends before the time would spin.
        let milliseconds = max(0, Int32(clamping: Int64((wait / .milliseconds(1)).rounded(.up))))
        var interests = [pollfd(fd: wakeup.reader, events: Int16(POLLIN), revents: 0)] + loopback.interests
        if let curl {
            curl.wait(for: &interests, milliseconds)
        } else {
            poll(&interests, nfds_t(interests.count), milliseconds)
        }
        if interests[0].revents != 0 {
            withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { buffer in
                while read(wakeup.reader, buffer.baseAddress, buffer.count) == buffer.count {}
            }
        }
    }

    private func obey(_ order: TransferOrder, at now: ContinuousClock.Instant) {
        switch order {
        case .start(let id, let request, let receiver):
            if let target = LoopbackTarget(request.address) {
                loopback.start(id, to: target, request, receiver, at: now)
            } else {
                let curl = curl ?? CurlTransfers()
                self.curl = curl
                curl.start(id, request, receiver)
            }
        case .cancel(let id):
            loopback.cancel(id)
            curl?.cancel(id)
        case .resume(let id):
            loopback.resume(id, at: now)
            curl?.resume(id)
        }
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
