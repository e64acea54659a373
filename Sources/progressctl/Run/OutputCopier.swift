import Glibc

/// Passes one stream of a command on, byte for byte, and shows a copy to whoever counts.
///
/// Nothing is read while the reader of our output has not taken what was read before, so a slow reader slows the command
/// as it would without us.
final class OutputCopier {
    /// Nil at the end of the stream.
    private(set) var source: Descriptor?
    private let sink: OutputWriter
    /// Why our output takes no more; nil while it does, and where only its reader has gone.
    private(set) var failure: Int32?
    /// Whether the reader of our output has gone.
    private(set) var hasLostReader = false
    /// Whether the command writes to a terminal. That would tell it by an error that nobody reads, and not by SIGPIPE.
    let isTerminal: Bool
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
    private var pending = 0..<0
    /// What makes other bytes of those that come; nil: they pass as they are.
    private var filter: PlainOutput?
    /// What `filter` has made.
    private var filtered: [UInt8] = []

    init(from source: Descriptor, to sink: OutputWriter, isTerminal: Bool, filter: PlainOutput? = nil) {
        self.source = source
        self.sink = sink
        self.isTerminal = isTerminal
        self.filter = filter
    }

    deinit { buffer.deallocate() }

    var isHeldUp: Bool { !pending.isEmpty }

    /// What to wait for; nil at the end.
    var interest: pollfd? {
        if !pending.isEmpty { return pollfd(fd: sink.number, events: Int16(POLLOUT), revents: 0) }
        if hasLostReader { return nil }
        return source.map { pollfd(fd: $0.number, events: Int16(POLLIN), revents: 0) }
    }

    /// What was waited for is possible. Bytes that have come are passed on first.
    func proceed(_ look: (UnsafeRawBufferPointer) -> Void) {
        guard pending.isEmpty else { return write() }
        guard let source else { return }
        let count = Glibc.read(source.number, buffer.baseAddress, buffer.count)
        if count < 0 && (errno == EINTR || errno == EAGAIN) { return }
        // The end of a pipe is 0; that of a terminal EIO.
        guard count > 0 else { return end() }
        let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
        filtered = filter?.take(bytes) ?? []
        pending = 0..<(filter == nil ? count : filtered.count)
        write()
        look(bytes)
    }

    /// The command learns that nobody reads any more.
    func close() { source = nil }

    private func end() {
        source = nil
        filtered = filter?.end() ?? []
        pending = 0..<filtered.count
        write()
    }

    private func write() {
        guard !pending.isEmpty else { return }
        let taking = filtered.withUnsafeBytes { filtered in
            let bytes = filter == nil ? UnsafeRawBufferPointer(buffer) : filtered
            return sink.write(UnsafeRawBufferPointer(rebasing: bytes[pending]))
        }
        switch taking {
        case .taken(let count): pending = (pending.lowerBound + count)..<pending.upperBound
        case .failure(let code):
            if code == EPIPE { hasLostReader = true } else { failure = code }
            pending = 0..<0
            // A pipe tells the command by SIGPIPE. For a terminal we do, and close it then.
            if !hasLostReader || !isTerminal { close() }
        }
    }
}
