import Glibc
import ProgressParsers

/// All that a command says: its streams, which are passed on, and what only we see.
struct CommandOutput {
    private let streams: ChildStreams
    /// What apt writes its progress to; nil at its end.
    private var status: Descriptor?
    private var splitters: [LineSplitter]
    private var statusSplitter = LineSplitter()
    private var parser: any OutputParser
    private var argo: ArgoFile?
    private(set) var deadline: ContinuousClock.Instant?

    init(_ streams: ChildStreams, status: Descriptor?, _ parser: any OutputParser, _ argo: ArgoFile?) {
        self.streams = streams
        self.status = status
        self.parser = parser
        self.argo = argo
        splitters = streams.relays.map { _ in LineSplitter() }
        deadline = argo == nil ? nil : .now + .seconds(1)
    }

    var isAtEnd: Bool { status == nil && streams.relays.allSatisfy { $0.interest == nil } }

    /// Whether a reader of ours has yet to take what was read.
    var isHeldUp: Bool { streams.relays.contains { $0.isHeldUp } }

    /// Why output of the command was lost: the first error of writing it; nil if none was, or its reader had gone.
    var loss: Int32? { streams.relays.lazy.compactMap(\.failure).first }

    /// Whether nobody reads any more what the command writes.
    var hasLostReader: Bool { streams.hasLostReader }

    /// Those of its terminals whose output nobody reads any more, and that are yet to be closed.
    var unreadTerminals: [OutputCopier] {
        streams.relays.filter { $0.isTerminal && $0.hasLostReader && $0.source != nil }
    }

    /// For `poll`; pass them to `proceed`.
    var interests: [pollfd] {
        let none = pollfd(fd: -1, events: 0, revents: 0)
        let status = status.map { pollfd(fd: $0.number, events: Int16(POLLIN), revents: 0) } ?? none
        return streams.relays.map { $0.interest ?? none } + [status]
    }

    /// The newest progress, and whether any bytes moved.
    mutating func proceed(_ interests: [pollfd]) -> (Reading?, hasMoved: Bool) {
        var newest: Reading?
        var hasMoved = false
        for (index, relay) in streams.relays.enumerated() where interests[index].revents != 0 {
            hasMoved = true
            relay.proceed { bytes in
                splitters[index].feed(bytes) { line, isFinished in
                    newest = parser.read(line, isFinished: isFinished) ?? newest
                }
            }
        }
        if interests.last?.revents != 0, let reading = readStatus() { newest = reading }
        if let newest { argo?.write(newest) }
        return (newest, hasMoved)
    }

    private mutating func readStatus() -> Reading? {
        guard let status else { return nil }
        var newest: Reading?
        withUnsafeTemporaryAllocation(byteCount: 4_096, alignment: 1) { buffer in
            let count = read(status.number, buffer.baseAddress, buffer.count)
            if count == 0 { self.status = nil }
            guard count > 0 else { return }
            statusSplitter.feed(UnsafeRawBufferPointer(rebasing: buffer[..<count])) { line, isFinished in
                newest = parser.read(line, isFinished: isFinished) ?? newest
            }
        }
        return newest
    }

    /// The file of Argo, once a second.
    mutating func look(at now: ContinuousClock.Instant) -> Reading? {
        guard let due = deadline, due <= now else { return nil }
        deadline = now + .seconds(1)
        return argo?.read()
    }

    /// The same at the end of the command, for the last time.
    mutating func lookAtLast() -> Reading? {
        defer { argo?.remove() }
        return argo?.read()
    }

    /// Returns whether one was not right.
    func copyWindowSizes() -> Bool { streams.copyWindowSizes() }
}
