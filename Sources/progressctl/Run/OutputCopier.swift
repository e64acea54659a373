import Glibc

/// Passes one stream of a command on, byte for byte unless filtered, and shows its bytes to a parser.
///
/// Nothing is read until the reader of our output has taken what was read before, so a slow reader slows the command
/// down as it would without us.
final class OutputCopier {
    /// Nil at the end of the stream.
    private(set) var source: Descriptor?
    private let sink: OutputWriter
    /// The error after which our output takes no more; nil if there was none, or only its reader is gone.
    private(set) var failure: Int32?
    /// Whether the reader of our output is gone.
    private(set) var hasLostReader = false
    /// Whether the command writes to a terminal. There a lost reader means an error of `write`, and not SIGPIPE.
    let isTerminal: Bool
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
    private var pending = 0..<0
    /// Changes the bytes on their way; nil if they pass as they are.
    private var filter: PlainOutput?
    /// The output of `filter`.
    private var filtered: [UInt8] = []

    init(from source: Descriptor, to sink: OutputWriter, isTerminal: Bool, filter: PlainOutput? = nil) {
        self.source = source
        self.sink = sink
        self.isTerminal = isTerminal
        self.filter = filter
    }

    deinit { buffer.deallocate() }

    var isHeldUp: Bool { !pending.isEmpty }

    /// The event to wait for; nil at the end.
    var interest: pollfd? {
        if !pending.isEmpty { return pollfd(fd: sink.number, events: Int16(POLLOUT), revents: 0) }
        if hasLostReader { return nil }
        return source.map { pollfd(fd: $0.number, events: Int16(POLLIN), revents: 0) }
    }

    /// Reads or writes once `interest` is ready. Bytes are passed on before `look` sees them.
    func proceed(_ look: (UnsafeRawBufferPointer) -> Void) {
        guard pending.isEmpty else { return write() }
        guard let source else { return }
        let count = Glibc.read(source.number, buffer.baseAddress, buffer.count)
        if count < 0 && (errno == EINTR || errno == EAGAIN) { return }
        // A pipe ends with 0, a terminal with EIO.
        guard count > 0 else { return end() }
        let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
        filtered = filter?.take(bytes) ?? []
        pending = 0..<(filter == nil ? count : filtered.count)
        write()
        look(bytes)
    }

    /// The command learns that the reader is gone.
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
