import CProcess
import Glibc
import Synchronization

/// Makes signals readable from a pipe, so that one loop can wait for them and for everything else.
///
/// Each byte is the number of a signal; 0 is a wake-up by another thread. Signals that the process was started to ignore
/// stay ignored, as `nohup` intends.
enum SignalPipe {
    /// The writing end, read by signal handlers; -1 before `open`.
    private static let writing = Atomic<Int32>(-1)

    /// Catches the signals. Call it once.
    ///
    /// - Returns: the end to read from, and the signals that are caught now.
    static func open(_ numbers: [Int32]) throws(RunFailure) -> (reading: Descriptor, caught: [Int32]) {
        let (reading, end) = try Descriptor.pipe()
        let number = dup(end.number)
        for descriptor in [reading.number, number] {
            _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        }
        writing.store(number, ordering: .releasing)
        return (reading, numbers.filter(caught))
    }

    private static func caught(_ number: Int32) -> Bool {
        if number != SIGCHLD && cprocess_is_ignored(number) { return false }
        var action = sigaction()
        action.__sigaction_handler.sa_handler = noteSignal
        action.sa_flags = SA_RESTART
        sigaction(number, &action, nil)
        return true
    }

    /// Wakes the reader. May be called on any thread.
    static func wake() { note(0) }

    fileprivate static func note(_ byte: UInt8) {
        let saved = errno
        var byte = byte
        _ = write(writing.load(ordering: .acquiring), &byte, 1)
        errno = saved
    }

    /// Returns the bytes that have come since the last call, as signal numbers; 0 for a wake-up.
    static func take(from descriptor: Descriptor) -> [Int32] {
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = read(descriptor.number, &bytes, bytes.count)
        return count > 0 ? bytes.prefix(count).map(Int32.init) : []
    }
}

/// The handler of each signal; calls only async-signal-safe functions.
private func noteSignal(_ number: Int32) { SignalPipe.note(UInt8(truncatingIfNeeded: number)) }
