import ProgressClient
import ProgressTerminal
import Synchronization

/// Shows progress in the tab of a terminal while nothing else is drawn there.
final class WaitTaskbar: Sendable {
    private struct State {
        var taskbar = TaskbarProgress()
        var lines: [String: TextLine] = [:]
    }

    private let terminal: Terminal
    private let state = Mutex(State())

    init(_ terminal: Terminal) { self.terminal = terminal }

    /// Shows the progress of `events` as long as the task lives. Errors are ignored: the wait does not depend on it.
    func follow(_ events: WatchedEvents) async throws {
        while true {
            do { for try await event in events { take(event) } } catch {}
            try await Task.sleep(for: .seconds(1))
        }
    }

    private func take(_ event: ProgressEvent) {
        if let snapshot = event.snapshot {
            state.withLock { $0.lines[snapshot.id] = TextLine(snapshot, depth: 0) }
        }
        update()
    }

    /// Repeats the display when it is due, as long as the task lives.
    func keepAlive() async throws {
        while true {
            try await Task.sleep(for: .seconds(1))
            update()
        }
    }

    private func update() {
        state.withLock { state in
            let sequence = state.taskbar.update(Array(state.lines.values), now: MonotonicTime.now)
            if !sequence.isEmpty { terminal.write(sequence) }
        }
    }
}
