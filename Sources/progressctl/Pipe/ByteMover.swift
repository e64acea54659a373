import CProcess
import Glibc

/// Moves bytes from standard input to standard output, without copying them if either is a pipe.
final class ByteMover {
    enum Step {
        case moved(Int)
        /// Nothing can move before this descriptor is ready.
        case waits(pollfd)
        case end
        /// The reader of our output is gone.
        case noReader
        /// The `errno` of the error.
        case failure(Int32)
    }

    private static let size = 1 << 20

    private let inputIsPipe = ByteMover.kind(of: STDIN_FILENO) == S_IFIFO
    private let outputIsPipe = ByteMover.kind(of: STDOUT_FILENO) == S_IFIFO
    /// A splice into a socket waits in the kernel until all is taken.
    private let outputIsSocket = ByteMover.kind(of: STDOUT_FILENO) == S_IFSOCK
    private var splices: Bool
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: ByteMover.size, alignment: 4_096)
    private var pending = 0..<0

    init() {
        splices = (inputIsPipe || outputIsPipe) && !outputIsSocket
        for (descriptor, isPipe) in [(STDIN_FILENO, inputIsPipe), (STDOUT_FILENO, outputIsPipe)] where isPipe {
            _ = cprocess_enlarge_pipe(descriptor, Int32(Self.size))
        }
    }

    deinit { buffer.deallocate() }

    /// The file type; nil if the descriptor is not open.
    private static func kind(of descriptor: Int32) -> mode_t? {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? status.st_mode & S_IFMT : nil
    }

    /// Moves as much as it can at once.
    func move() -> Step {
        if !pending.isEmpty { return write() }
        // Check for readiness first: reading anything but a pipe could block in the kernel, deaf to directives.
        if let wait = waiting(STDIN_FILENO, POLLIN) { return .waits(wait) }
        return splices ? splice() : read()
    }

    private func splice() -> Step {
        if !outputIsPipe || !inputIsPipe, let wait = waiting(STDOUT_FILENO, POLLOUT) { return .waits(wait) }
        let count = cprocess_splice(STDIN_FILENO, STDOUT_FILENO, Self.size)
        if count > 0 { return .moved(count) }
        if count == 0 { return .end }
        switch errno {
        case EAGAIN:
            let isFull = waiting(STDOUT_FILENO, POLLOUT)
            return isFull.map(Step.waits) ?? waiting(STDIN_FILENO, POLLIN).map(Step.waits) ?? .moved(0)
        case EINTR: return .moved(0)
        case EPIPE: return .noReader
        case EINVAL:
            // Some files cannot be spliced to, such as those opened for appending.
            splices = false
            return .moved(0)
        default: return .failure(errno)
        }
    }

    private func read() -> Step {
        let count = Glibc.read(STDIN_FILENO, buffer.baseAddress, buffer.count)
        if count == 0 { return .end }
        if count < 0 { return errno == EINTR || errno == EAGAIN ? .moved(0) : .failure(errno) }
        pending = 0..<count
        return write()
    }

    private func write() -> Step {
        if let wait = waiting(STDOUT_FILENO, POLLOUT) { return .waits(wait) }
        let bytes = UnsafeRawBufferPointer(rebasing: buffer[pending])
        let count = pass(bytes)
        if count < 0 {
            if errno == EPIPE { return .noReader }
            return errno == EINTR || errno == EAGAIN ? .moved(0) : .failure(errno)
        }
        pending = (pending.lowerBound + count)..<pending.upperBound
        return .moved(count)
    }

    private func pass(_ bytes: UnsafeRawBufferPointer) -> Int {
        if outputIsSocket { return send(STDOUT_FILENO, bytes.baseAddress, bytes.count, Int32(MSG_DONTWAIT)) }
        // A pipe that is ready takes this many without blocking.
        return Glibc.write(STDOUT_FILENO, bytes.baseAddress, outputIsPipe ? min(bytes.count, 4_096) : bytes.count)
    }

    /// The events to wait for; nil if the descriptor is ready.
    private func waiting(_ descriptor: Int32, _ events: Int32) -> pollfd? {
        let wanted = pollfd(fd: descriptor, events: Int16(events), revents: 0)
        var interest = wanted
        return poll(&interest, 1, 0) == 0 ? wanted : nil
    }
}
