internal import CMicroHTTPD
internal import Glibc

/// One epoll descriptor. The token of an event is its source's address, or a small number of the reactor's.
struct Poller: ~Copyable {
    private let descriptor: Int32
    private let events: UnsafeMutablePointer<epoll_event>
    private static let capacity = 256

    init() throws(ReactorError) {
        descriptor = cmicrohttpd_epoll_create()
        guard descriptor >= 0 else { throw .system(call: "epoll_create1", code: errno) }
        events = .allocate(capacity: Self.capacity)
    }

    deinit {
        close(descriptor)
        events.deallocate()
    }

    /// - Returns: false if the kernel has no memory for it.
    func add(_ file: Int32, _ interest: UInt32, for source: EventSource) -> Bool {
        cmicrohttpd_epoll_add(descriptor, file, interest, Self.token(of: source)) == 0
    }

    func add(_ file: Int32, token: UInt64) {
        _ = cmicrohttpd_epoll_add(descriptor, file, cmicrohttpd_readable, token)
    }

    func modify(_ file: Int32, _ interest: UInt32, for source: EventSource) {
        _ = cmicrohttpd_epoll_modify(descriptor, file, interest, Self.token(of: source))
    }

    func remove(_ file: Int32) { _ = cmicrohttpd_epoll_remove(descriptor, file) }

    private static func token(of source: EventSource) -> UInt64 {
        // 1. A list keeps the source while its descriptor is open, and `deliver` says for how long after that.
        UInt64(UInt(bitPattern: Unmanaged.passUnretained(source).toOpaque()))
    }

    /// Waits, and returns the number of events; 0 if the wait was interrupted.
    func wait(milliseconds: Int32) -> Int {
        max(0, Int(cmicrohttpd_epoll_wait(descriptor, events, Int32(Self.capacity), milliseconds)))
    }

    func token(at index: Int) -> UInt64 { cmicrohttpd_token(events + index) }

    /// Delivers an event whose token is not the reactor's.
    func deliver(at index: Int) {
        // 1. Such a token is the address of a source that is in a list, or retired in this turn.
        guard let address = UnsafeRawPointer(bitPattern: UInt(token(at: index))) else { return }
        Unmanaged<EventSource>.fromOpaque(address).takeUnretainedValue().ready(events[index].events)
    }
}
