import Glibc

/// Standard output and error of a command: terminals where ours are, else pipes.
///
/// Where both of ours are the same file, the command has the same for both, too, and so their order stays as it is.
struct ChildStreams {
    let relays: [OutputCopier]
    /// The ends of terminals that we hold, and the terminals that they stand for.
    private let terminals: [(Descriptor, like: Int32)]

    /// The command has ours, and nothing of its output is seen here.
    static var inherited: ChildStreams { ChildStreams(relays: [], terminals: []) }

    /// - Parameter tty: what is asked for where ours are no terminals; nil: pipes.
    /// - Returns: also the ends for the child, with their numbers there; to be dropped once it has started.
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
    /// - Returns: whether one of them was not.
    func copyWindowSizes() -> Bool {
        var hasChanged = false
        for (descriptor, model) in terminals {
            if Descriptor.copyWindowSize(from: model, to: descriptor.number) { hasChanged = true }
        }
        return hasChanged
    }

    /// Whether a reader of our output has gone.
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
