import Glibc

/// Writes to our output without blocking: a slow reader must not keep us from obeying.
struct OutputWriter {
    let number: Int32
    /// Our own file description: setting a mode on the inherited one would set it for everyone who shares it.
    private let reopened: Descriptor?
    /// The bytes that a write takes without blocking, once `poll` has found it ready.
    private let limit: Int

    /// - Parameter descriptor: standard output or error.
    init(_ descriptor: Int32) {
        var status = stat()
        fstat(descriptor, &status)
        let kind = status.st_mode & S_IFMT
        if kind == S_IFIFO || kind == S_IFCHR {
            let flags = O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
            let number = open("/proc/self/fd/\(descriptor)", flags)
            reopened = number >= 0 ? Descriptor(number) : nil
        } else {
            reopened = nil
        }
        number = reopened?.number ?? descriptor
        limit = reopened != nil || kind == S_IFREG ? .max : 4_096
    }

    enum Taking {
        /// The number of bytes; may be 0.
        case taken(Int)
        /// The `errno` of a failure that is final.
        case failure(Int32)
    }

    func write(_ bytes: UnsafeRawBufferPointer) -> Taking {
        let count = Glibc.write(number, bytes.baseAddress, min(bytes.count, limit))
        if count < 0 { return errno == EAGAIN || errno == EINTR ? .taken(0) : .failure(errno) }
        return .taken(count)
    }
}
