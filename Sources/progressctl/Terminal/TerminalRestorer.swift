import Glibc
import ProgressTerminal
import Synchronization

/// Ends the progress in a terminal's tab or task bar however the program ends: it would stay there.
enum TerminalRestorer {
    /// The descriptor of the terminal, -1 for none; signal handlers read it.
    private static let descriptor = Atomic<Int32>(-1)

    /// To be called once, before the first sequence.
    static func arm(_ terminal: Terminal) {
        descriptor.store(terminal.descriptor, ordering: .relaxed)
        for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] { signal(number, restoreAndEnd) }
    }

    /// Before a normal end.
    static func restore() {
        let armed = descriptor.exchange(-1, ordering: .relaxed)
        guard armed >= 0 else { return }
        TaskbarProgress.writeClear(to: armed)
    }

    fileprivate static func end(_ number: Int32) {
        restore()
        signal(number, SIG_DFL)
        raise(number)
    }
}

/// The action of a signal; calls only what is safe there.
private func restoreAndEnd(_ number: Int32) { TerminalRestorer.end(number) }

extension TaskbarProgress {
    /// Writes the sequence that ends the display; safe in a signal handler.
    fileprivate static func writeClear(to descriptor: Int32) {
        let sequence: StaticString = "\u{1B}]9;4;0\u{7}"
        _ = write(descriptor, sequence.utf8Start, sequence.utf8CodeUnitCount)
    }
}
