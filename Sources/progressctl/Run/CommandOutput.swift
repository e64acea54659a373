import Glibc
import ProgressParsers

/// All output of a command: its streams, which are passed on, and what is meant for us alone.
struct CommandOutput {
    private let streams: ChildStreams
    /// The pipe to which apt writes its progress; nil for other commands, and after its end.
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

    /// Whether a reader of ours has not yet taken all that was read.
    var isHeldUp: Bool { streams.relays.contains { $0.isHeldUp } }

    /// The first error of writing output of the command, which was lost by it; nil if there was none, or the reader was
    /// gone.
    var loss: Int32? { streams.relays.lazy.compactMap(\.failure).first }

    /// Whether a reader of the command's output is gone.
    var hasLostReader: Bool { streams.hasLostReader }

    /// Those of its terminals whose output is no longer read, and that are still open.
    var unreadTerminals: [OutputCopier] {
        streams.relays.filter { $0.isTerminal && $0.hasLostReader && $0.source != nil }
    }

    /// The descriptors to `poll`; pass the results to `proceed`.
    var interests: [pollfd] {
        let none = pollfd(fd: -1, events: 0, revents: 0)
        let status = status.map { pollfd(fd: $0.number, events: Int16(POLLIN), revents: 0) } ?? none
        return streams.relays.map { $0.interest ?? none } + [status]
    }

    /// Moves the bytes that are ready; returns the newest progress, and whether any stream was ready.
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

    /// Reads Argo's file, once a second.
    mutating func look(at now: ContinuousClock.Instant) -> Reading? {
        guard let due = deadline, due <= now else { return nil }
        deadline = now + .seconds(1)
        return argo?.read()
    }

    /// Reads Argo's file for the last time, at the end of the command.
    mutating func lookAtLast() -> Reading? {
        defer { argo?.remove() }
        return argo?.read()
    }

    /// Makes the command's terminals as large as ours; returns whether a size has changed.
    func copyWindowSizes() -> Bool { streams.copyWindowSizes() }
}
