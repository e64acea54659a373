import CProcess
import Glibc

/// An open file descriptor that is closed with its last owner.
final class Descriptor {
    let number: Int32

    init(_ number: Int32) { self.number = number }

    deinit { close(number) }

    /// Makes a pipe: the end to read from, and the one to write to.
    static func pipe() throws(RunFailure) -> (reading: Descriptor, writing: Descriptor) {
        var ends: [Int32] = [-1, -1]
        guard cprocess_pipe(&ends) == 0 else { throw RunFailure("cannot make a pipe", errno) }
        return (Descriptor(ends[0]), Descriptor(ends[1]))
    }

    /// Makes a terminal that changes no bytes, as large as `model`: our end, and the one for a child.
    static func terminal(like model: Int32) throws(RunFailure) -> (reading: Descriptor, writing: Descriptor) {
        var ends: [Int32] = [-1, -1]
        guard cprocess_terminal(&ends) == 0 else { throw RunFailure("cannot make a terminal", errno) }
        if isatty(model) == 1 {
            copyWindowSize(from: model, to: ends[0])
        } else {
            let (width, height) = Terminal(model).size
            var size = winsize(ws_row: UInt16(height), ws_col: UInt16(width), ws_xpixel: 0, ws_ypixel: 0)
            _ = ioctl(ends[0], UInt(TIOCSWINSZ), &size)
        }
        return (Descriptor(ends[0]), Descriptor(ends[1]))
    }

    /// Makes a terminal as large as `model`; returns whether its size has changed.
    @discardableResult
    static func copyWindowSize(from model: Int32, to descriptor: Int32) -> Bool {
        var size = winsize()
        var last = winsize()
        guard ioctl(model, UInt(TIOCGWINSZ), &size) == 0, ioctl(descriptor, UInt(TIOCGWINSZ), &last) == 0 else {
            return false
        }
        if size.ws_row == last.ws_row && size.ws_col == last.ws_col { return false }
        return ioctl(descriptor, UInt(TIOCSWINSZ), &size) == 0
    }
}
