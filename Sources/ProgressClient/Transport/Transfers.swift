import CLibCurl
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// All HTTP of this process, on one thread, which starts with the first request.
///
/// Connections are kept and used again. No caller ever waits for the network: replies come as calls to the receiver, on
/// this thread. Requests to this machine need no libcurl, which costs more to load than all else that a short command
/// does.
package final class Transfers: Sendable {
    package static let shared = Transfers()

    /// A message that says what to install if this machine has no libcurl; nil if it has, which loads it. For any
    /// thread.
    private static let missingLibrary: String? = {
        let missing = libcurl_load().map {
            "libcurl is missing (\(String(cString: $0))): apt install libcurl4, or the package of that library here"
        }
        // At exit, OpenSSL frees its tables, so no thread may be inside it: what is registered later is called earlier.
        if missing == nil { atexit { Transfers.shared.stop() } }
        return missing
    }()

    /// A message that says what to install if requests to this address need a library that is missing; the first that
    /// needs it loads it. For any thread.
    package static func missingLibrary(for address: String) -> String? {
        LoopbackTarget(address) == nil ? missingLibrary : nil
    }

    private struct State {
        var orders: [TransferOrder] = []
        var alarms: [Alarm] = []
        var farewells: [@Sendable () -> Void] = []
        var nextID: UInt64 = 1
        var thread: TransferThread?
        /// Why nothing is sent any more.
        var stop: String?
    }

    private let state = Mutex(State())

    /// Starts a request; returns the id for `cancel` and `resume`.
    @discardableResult
    func start(_ request: ServiceRequest, _ receiver: TransferReceiver) -> UInt64 {
        if let missing = Self.missingLibrary(for: request.address) {
            receiver.end(.failure(.unreachable(missing)))
            return 0
        }
        let id: UInt64? = state.withLock { state in
            if state.stop != nil { return nil }
            let id = state.nextID
            state.nextID += 1
            state.orders.append(.start(id, request, receiver))
            return id
        }
        guard let id else {
            receiver.end(.failure(.unreachable(state.withLock { $0.stop } ?? "")))
            return 0
        }
        wake()
        return id
    }

    /// Cancels a transfer: the receiver gets `.cancelled`, unless it has ended already.
    func cancel(_ id: UInt64) { give(.cancel(id)) }

    /// Gives the receiver the bytes again that it refused.
    func resume(_ id: UInt64) { give(.resume(id)) }

    /// Calls `ring` on the thread that transfers, at `instant` or a little later.
    func wake(at instant: ContinuousClock.Instant, _ ring: @escaping @Sendable () -> Void) {
        state.withLock { $0.alarms.append(Alarm(at: instant, ring: ring)) }
        wake()
    }

    /// Calls `farewell` when the process exits, before the thread stops, on the thread that exits.
    func atExit(_ farewell: @escaping @Sendable () -> Void) {
        state.withLock { $0.farewells.append(farewell) }
    }

    private func give(_ order: TransferOrder) {
        state.withLock { $0.orders.append(order) }
        wake()
    }

    private func wake() {
        let (thread, shortage, unsent) = state.withLock { state -> (TransferThread?, String?, [TransferOrder]) in
            if state.thread != nil || state.stop != nil { return (state.thread, nil, []) }
            do throws(TransferThread.Shortage) {
                state.thread = try TransferThread(takingFrom: self)
                atexit { Transfers.shared.stop() }
                return (state.thread, nil, [])
            } catch {
                // Limits of processes may allow none: the work then goes on without reports.
                state.stop = error.rawValue
                defer { state.orders = [] }
                return (nil, error.rawValue, state.orders)
            }
        }
        if let thread { return thread.wake() }
        guard let shortage else { return }
        // Alarms never ring then, so a reporter that waits for one would say nothing.
        if unsent.isEmpty { StandardError.say("\(shortage); the work continues, and its progress is not reported.") }
        for case .start(_, _, let receiver) in unsent { receiver.end(.failure(.unreachable(shortage))) }
    }

    /// Takes the orders given since the last call, and the alarms that are due; also returns the time of the next
    /// alarm. Nil if the thread has to end.
    func take(at now: ContinuousClock.Instant) -> (
        orders: [TransferOrder], due: [Alarm], next: ContinuousClock.Instant?
    )? {
        state.withLock { state in
            if state.stop != nil { return nil }
            let orders = state.orders
            state.orders = []
            let due = state.alarms.filter { $0.at <= now }
            if !due.isEmpty { state.alarms.removeAll { $0.at <= now } }
            return (orders, due, state.alarms.map(\.at).min())
        }
    }

    /// At exit; the second time, nothing is left to do.
    private func stop() {
        let farewells = state.withLock { state in
            defer { state.farewells = [] }
            return state.farewells
        }
        for farewell in farewells { farewell() }
        // The thread's object is kept with all that is on its way: nothing may wait for a resolver, or be told, now.
        let thread = state.withLock { state -> TransferThread? in
            if state.stop != nil { return nil }
            state.stop = "the process is ending"
            return state.thread
        }
        thread?.wake()
        thread?.join()
    }
}

/// An order for the thread that transfers, given by any thread.
enum TransferOrder: Sendable {
    case start(UInt64, ServiceRequest, TransferReceiver)
    case cancel(UInt64)
    case resume(UInt64)
}

/// A call to make at a certain time.
struct Alarm: Sendable {
    let at: ContinuousClock.Instant
    let ring: @Sendable () -> Void
}
