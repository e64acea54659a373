import Glibc

/// Where our output goes, written to without waiting: a reader that takes its time must not keep us from obeying.
struct OutputWriter {
    let number: Int32
    /// A description of its own, since a mode of ours on the one that we were given would be everybody's.
    private let reopened: Descriptor?
    /// Bytes that a write takes without waiting, once `poll` has said that it takes any.
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
        /// How many bytes.
        case taken(Int)
        /// None ever will be; the number of the error.
        case failure(Int32)
    }

    func write(_ bytes: UnsafeRawBufferPointer) -> Taking {
        let count = Glibc.write(number, bytes.baseAddress, min(bytes.count, limit))
        if count < 0 { return errno == EAGAIN || errno == EINTR ? .taken(0) : .failure(errno) }
        return .taken(count)
    }
}
