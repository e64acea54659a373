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

    /// - Returns: also the ends for the child, with their numbers there; to be dropped once it has started.
    static func make() throws(RunFailure) -> (ChildStreams, given: [(Descriptor, as: Int32)]) {
        let isOne = isSame(STDOUT_FILENO, STDERR_FILENO)
        var relays: [OutputCopier] = []
        var given: [(Descriptor, as: Int32)] = []
        var terminals: [(Descriptor, like: Int32)] = []
        for number in isOne ? [STDOUT_FILENO] : [STDOUT_FILENO, STDERR_FILENO] where fcntl(number, F_GETFD) >= 0 {
            let isTerminal = isatty(number) == 1
            let ends = isTerminal ? try Descriptor.terminal(like: number) : try Descriptor.pipe()
            relays.append(OutputCopier(from: ends.reading, to: OutputWriter(number)))
            given.append((ends.writing, as: number))
            if isOne { given.append((ends.writing, as: STDERR_FILENO)) }
            if isTerminal { terminals.append((ends.reading, like: number)) }
        }
        return (ChildStreams(relays: relays, terminals: terminals), given)
    }

    /// The window of a terminal of ours has another size.
    func copyWindowSizes() {
        for (descriptor, model) in terminals { Descriptor.copyWindowSize(from: model, to: descriptor.number) }
    }

    private static func isSame(_ first: Int32, _ second: Int32) -> Bool {
        var one = stat()
        var other = stat()
        guard fstat(first, &one) == 0, fstat(second, &other) == 0 else { return false }
        return one.st_dev == other.st_dev && one.st_ino == other.st_ino && one.st_rdev == other.st_rdev
    }
}
