import Glibc

/// Standard output and error of a command: terminals if ours are, or if one was asked for; else pipes.
///
/// If both of ours are the same file, the command has one for both, too, so that the order of its output is kept.
struct ChildStreams {
    let relays: [OutputCopier]
    /// Our ends of the command's terminals, and the terminals of ours that they are like.
    private let terminals: [(Descriptor, like: Int32)]

    /// The streams of a command that inherits ours; none of its output is seen here.
    static var inherited: ChildStreams { ChildStreams(relays: [], terminals: []) }

    /// - Parameter tty: the terminal to use where ours is none; nil for pipes.
    /// - Returns: also the child's ends, with their numbers there; drop them once it has started.
    static func make(_ tty: TerminalRequest?) throws(RunFailure) -> (ChildStreams, given: [(Descriptor, as: Int32)]) {
        let isOne = isSame(STDOUT_FILENO, STDERR_FILENO)
        var relays: [OutputCopier] = []
        var given: [(Descriptor, as: Int32)] = []
        var terminals: [(Descriptor, like: Int32)] = []
        for number in isOne ? [STDOUT_FILENO] : [STDOUT_FILENO, STDERR_FILENO] where fcntl(number, F_GETFD) >= 0 {
            let isTerminal = isatty(number) == 1
            let getsTerminal = isTerminal || tty != nil
            let ends = getsTerminal ? try Descriptor.terminal(like: number) : try Descriptor.pipe()
            let filter = tty == .plain && !isTerminal ? PlainOutput() : nil
            let sink = OutputWriter(number)
            relays.append(OutputCopier(from: ends.reading, to: sink, isTerminal: getsTerminal, filter: filter))
            given.append((ends.writing, as: number))
            if isOne { given.append((ends.writing, as: STDERR_FILENO)) }
            if isTerminal { terminals.append((ends.reading, like: number)) }
        }
        return (ChildStreams(relays: relays, terminals: terminals), given)
    }

    /// Makes the terminals of the command as large as ours.
    ///
    /// - Returns: whether a size has changed.
    func copyWindowSizes() -> Bool {
        var hasChanged = false
        for (descriptor, model) in terminals {
            if Descriptor.copyWindowSize(from: model, to: descriptor.number) { hasChanged = true }
        }
        return hasChanged
    }

    /// Whether a reader of our output is gone.
    var hasLostReader: Bool {
        if !relays.isEmpty { return relays.contains(where: \.hasLostReader) }
        var interest = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
        return poll(&interest, 1, 0) > 0 && Int32(interest.revents) & POLLERR != 0
    }

    private static func isSame(_ first: Int32, _ second: Int32) -> Bool {
        var one = stat()
        var other = stat()
        guard fstat(first, &one) == 0, fstat(second, &other) == 0 else { return false }
        return one.st_dev == other.st_dev && one.st_ino == other.st_ino && one.st_rdev == other.st_rdev
    }
}
