internal import CMicroHTTPD
internal import Glibc

/// One libmicrohttpd daemon without thread and listening socket: it parses and replies when it is run.
struct Daemon: ~Copyable {
    private let handle: OpaquePointer
    /// The context of the callbacks; empty before `attach` and after `detach`.
    private let owner: UnsafeMutablePointer<Unmanaged<RequestDispatcher>?>
    let epollDescriptor: Int32
    let timeoutSeconds: UInt32

    init(connectionLimit: Int, memoryByteCount: Int, timeoutSeconds: Int) throws(ReactorError) {
        self.timeoutSeconds = UInt32(clamping: timeoutSeconds)
        let owner = UnsafeMutablePointer<Unmanaged<RequestDispatcher>?>.allocate(capacity: 1)
        owner.initialize(to: nil)
        guard
            let handle = cmicrohttpd_start(
                accessHandler,
                requestTargetArrived,
                requestCompleted,
                connectionNotified,
                owner,
                UInt32(clamping: connectionLimit),
                memoryByteCount,
                self.timeoutSeconds
            )
        else {
            owner.deallocate()
            throw .daemonNotStarted
        }
        self.owner = owner
        self.handle = handle
        epollDescriptor = cmicrohttpd_epoll_descriptor(handle)
    }

    /// Aborts the process if anything is suspended: the reactor resumes all before it lets go.
    deinit {
        MHD_stop_daemon(handle)
        owner.deallocate()
    }

    /// 1. The dispatcher outlives the daemon, or is detached before; the callbacks run on the reactor's thread alone.
    func attach(_ dispatcher: RequestDispatcher) { owner.pointee = Unmanaged.passUnretained(dispatcher) }

    func detach() { owner.pointee = nil }

    /// Handles what is ready; never blocks.
    func run() { MHD_run(handle) }

    /// Takes over a connected socket; closes it if that fails.
    func add(_ descriptor: Int32, _ address: inout sockaddr_storage, _ length: socklen_t) -> Bool {
        withUnsafePointer(to: &address) { storage in
            storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                MHD_add_connection(handle, descriptor, address, length) == .YES
            }
        }
    }

    /// When it wants to be run without an event; nil: never.
    var timeoutMilliseconds: UInt64? {
        var milliseconds: UInt64 = 0
        return MHD_get_timeout(handle, &milliseconds) == .YES ? milliseconds : nil
    }
}
