import CProcess
import Glibc

/// An open file that is closed with its last owner.
final class Descriptor {
    let number: Int32

    init(_ number: Int32) { self.number = number }

    deinit { close(number) }

    /// The end to read from, and the one to write to.
    static func pipe() throws(RunFailure) -> (reading: Descriptor, writing: Descriptor) {
        var ends: [Int32] = [-1, -1]
        guard cprocess_pipe(&ends) == 0 else { throw RunFailure("cannot make a pipe", errno) }
        return (Descriptor(ends[0]), Descriptor(ends[1]))
    }

    /// A terminal that changes no byte, as large as `model`: the end that we hold, and the one for a child.
    static func terminal(like model: Int32) throws(RunFailure) -> (reading: Descriptor, writing: Descriptor) {
        var ends: [Int32] = [-1, -1]
        guard cprocess_terminal(&ends) == 0 else { throw RunFailure("cannot make a terminal", errno) }
        copyWindowSize(from: model, to: ends[0])
        return (Descriptor(ends[0]), Descriptor(ends[1]))
    }

    static func copyWindowSize(from model: Int32, to descriptor: Int32) {
        var size = winsize()
        if ioctl(model, UInt(TIOCGWINSZ), &size) == 0 { _ = ioctl(descriptor, UInt(TIOCSWINSZ), &size) }
    }
}
