import ProgressClient
import ProgressTerminal

/// Draws pictures of a tree, one after the other in the same place.
struct TreePicture {
    private let terminal: Terminal
    private let address: String
    private var screen = Screen()
    private var widths = TextView.Widths()
    private var taskbar = TaskbarProgress()
    private var lines: [TextLine] = []
    /// The snapshots of `lines`, by the lines' numbers.
    private var snapshots: [ProgressSnapshot] = []
    private var countdown = Countdown()
    /// The time at which the picture changes because a time in it counts down; nil if none does.
    private var nextTick: ContinuousClock.Instant?
    private var drawn: (version: Int, width: Int, height: Int, isInterrupted: Bool)?
    private var isInterrupted = false
    private var turn = 0

    init(_ terminal: Terminal, address: String) {
        self.terminal = terminal
        self.address = address
    }

    /// Draws as much as fits on the terminal, if anything has changed, moves or counts down.
    mutating func draw(_ content: WatchState.Content, isInterrupted: Bool) {
        let now = ContinuousClock.now
        guard content.isSynced else { return }
        let size = terminal.size
        turn += 1
        let new = (version: content.version, width: size.width, height: size.height, isInterrupted: isInterrupted)
        let isNew = drawn.map { $0 != new } ?? true
        self.isInterrupted = isInterrupted
        if isNew {
            lines = content.lines
            snapshots = content.snapshots
        }
        let moves = turn % 2 == 0 && lines.contains { $0.state == .indeterminate }
        if isNew || moves || nextTick.map({ now >= $0 }) ?? false {
            // Leave room for the counts, and for the line of the cursor.
            let fold = Fold(lines, height: max(size.height - 2, 1))
            show(counted(fold.lines, at: now), hidden: fold.hiddenCount, size.width)
            drawn = new
        }
        if terminal.hasTaskbar { terminal.write(taskbar.update(lines, now: MonotonicTime.now)) }
    }

    /// Draws all lines; this picture stays on the terminal.
    mutating func drawLast(_ content: WatchState.Content) {
        lines = content.lines
        isInterrupted = false
        show(lines, hidden: 0, terminal.size.width)
    }

    /// The lines with their times counted down to `now`.
    private mutating func counted(_ shown: [TextLine], at now: ContinuousClock.Instant) -> [TextLine] {
        nextTick = nil
        return shown.map { line in
            var snapshot = snapshots[line.number]
            guard let text = countdown.description(of: snapshot, at: now) else { return line }
            snapshot.localizedAdditionalDescription = text
            nextTick = now + .seconds(1)
            return TextLine(snapshot, depth: line.depth)
        }
    }

    private mutating func show(_ shown: [TextLine], hidden: Int, _ width: Int) {
        // A letter in the last cell would wrap on some terminals.
        let room = max(width - 1, 1)
        var view = TextView(width: room, terminal.palette)
        view.lines = shown
        view.turn = turn / 2
        view.widths = widths
        var bytes: [UInt8] = []
        view.append(to: &bytes)
        widths = view.widths
        var rows = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
        if let footer = footer(hidden, room) { rows.append(footer) }
        terminal.write(screen.redraw(rows, width: width))
    }

    /// - Parameter room: the maximum width, in cells.
    private func footer(_ hidden: Int, _ room: Int) -> String? {
        let palette = terminal.palette
        func fitted(_ text: String) -> String { DisplayText(text, limit: room).text }
        if isInterrupted { return palette.paint(fitted("Lost the connection to \(address); trying again"), .stalled) }
        if lines.isEmpty { return palette.dim(fitted("Nothing at \(address) yet")) }
        if lines.count == 1 { return nil }
        let counts = StateCounts(lines)
        let more = hidden == 0 ? "" : "… \(hidden) not shown; all: "
        if DisplayText(more + counts.text(.plain), limit: .max).width <= room {
            return palette.dim(more) + counts.text(palette)
        }
        return palette.dim(fitted(hidden == 0 ? counts.text(.plain) : "… \(hidden) not shown"))
    }
}
