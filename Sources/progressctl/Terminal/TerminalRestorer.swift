import Glibc
import ProgressTerminal
import Synchronization

/// Leaves a terminal as it was, however the program ends: without progress in its tab or task bar, and with its echo.
enum TerminalRestorer {
    /// The descriptor of the terminal that shows progress in its tab, -1 for none; signal handlers read it.
    private static let descriptor = Atomic<Int32>(-1)
    /// The descriptor of the terminal that does not echo, -1 for none; signal handlers read it.
    private static let silenced = Atomic<Int32>(-1)
    /// The modes of that terminal before `silence`.
    // nonisolated(unsafe): 1. the pointer never changes; 2. the modes are written once, before `silenced` is set, and read
    // only by code that finds it set.
    nonisolated(unsafe) private static let modes = UnsafeMutablePointer<termios>.allocate(capacity: 1)

    /// Restores the tab or task bar at the end. Call it once, before the first sequence.
    static func arm(_ terminal: Terminal) {
        descriptor.store(terminal.descriptor, ordering: .relaxed)
        catchSignals()
    }

    /// Turns echo off, since typed keys would shift the picture. Call it once, before the first picture.
    static func silence(_ terminal: Terminal) {
        guard isForeground(terminal.descriptor), tcgetattr(terminal.descriptor, modes) == 0 else { return }
        silenced.store(terminal.descriptor, ordering: .releasing)
        catchSignals()
        var silent = modes.pointee
        silent.c_lflag &= ~tcflag_t(ECHO | ECHONL)
        tcsetattr(terminal.descriptor, TCSANOW, &silent)
    }

    /// Restores everything. Call it before a normal end.
    static func restore() {
        let armed = descriptor.exchange(-1, ordering: .relaxed)
        if armed >= 0 { TaskbarProgress.writeClear(to: armed) }
        let silenced = silenced.exchange(-1, ordering: .acquiring)
        if silenced >= 0, isForeground(silenced) { tcsetattr(silenced, TCSANOW, modes) }
    }

    /// Whether we are in the terminal's foreground; other processes are stopped if they set its modes.
    private static func isForeground(_ descriptor: Int32) -> Bool { tcgetpgrp(descriptor) == getpgrp() }

    private static func catchSignals() {
        for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] { signal(number, restoreAndEnd) }
    }

    fileprivate static func end(_ number: Int32) {
        restore()
        signal(number, SIG_DFL)
        raise(number)
    }
}

/// The handler of a signal; calls only async-signal-safe functions.
private func restoreAndEnd(_ number: Int32) { TerminalRestorer.end(number) }

extension TaskbarProgress {
    /// Writes the sequence that ends the display; safe in a signal handler.
    fileprivate static func writeClear(to descriptor: Int32) {
        let sequence: StaticString = "\u{1B}]9;4;0\u{7}"
        _ = write(descriptor, sequence.utf8Start, sequence.utf8CodeUnitCount)
    }
}
