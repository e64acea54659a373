internal import CMicroHTTPD
internal import Glibc

/// One epoll descriptor.
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

    func add(_ file: Int32, _ interest: UInt32, token: UInt64) -> Bool {
        cmicrohttpd_epoll_add(descriptor, file, interest, token) == 0
    }

    func modify(_ file: Int32, _ interest: UInt32, token: UInt64) {
        _ = cmicrohttpd_epoll_modify(descriptor, file, interest, token)
    }

    func remove(_ file: Int32) {
        _ = cmicrohttpd_epoll_remove(descriptor, file)
    }

    /// How many events there are; an interrupted wait has none.
    func wait(milliseconds: Int32) -> Int {
        max(0, Int(cmicrohttpd_epoll_wait(descriptor, events, Int32(Self.capacity), milliseconds)))
    }

    func event(_ index: Int) -> (token: UInt64, events: UInt32) {
        (cmicrohttpd_token(events + index), events[index].events)
    }
}
