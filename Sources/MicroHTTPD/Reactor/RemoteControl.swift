internal import CMicroHTTPD
internal import Glibc
import Platform

/// The part of a reactor that other threads touch: orders go in, counters come out, an eventfd wakes the loop.
struct RemoteControl: ~Copyable, Sendable {
    let descriptor: Int32
    private let orders = Lock(StopSequence.Orders())
    private let published = Lock(ReactorCounters())

    init() throws(ReactorError) {
        descriptor = cmicrohttpd_eventfd()
        guard descriptor >= 0 else { throw .system(call: "eventfd", code: errno) }
    }

    deinit { close(descriptor) }

    /// Also in a signal handler.
    func wake() {
        var one: UInt64 = 1
        _ = write(descriptor, &one, 8)
    }

    func order(_ change: (inout StopSequence.Orders) -> Void) {
        orders.withLock { change(&$0) }
        wake()
    }

    /// After the descriptor became readable.
    func receiveOrders() -> StopSequence.Orders {
        var count: UInt64 = 0
        _ = read(descriptor, &count, 8)
        return orders.withLock { $0 }
    }

    func publish(_ counters: ReactorCounters) { published.withLock { $0 = counters } }

    var counters: ReactorCounters { published.withLock { $0 } }
}
