import Glibc
import ProgressClient
import ProgressTerminal

/// The terminal or other file that a standard stream is connected to; each stream is examined by itself.
struct Terminal {
    let descriptor: Int32
    /// Whether it is a terminal that understands escape sequences; nothing else ever gets one.
    let isCapable: Bool

    static let output = Terminal(STDOUT_FILENO)
    static let error = Terminal(STDERR_FILENO)

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
        isCapable = isatty(descriptor) == 1 && Environment["TERM"] != "dumb" && Environment["TERM"] != nil
    }

    /// Colors unless the user does not want any (no-color.org).
    var palette: Palette { isCapable && Environment["NO_COLOR"] == nil ? .colored : .plain }

    /// Whether it gets progress for its tab or task bar.
    var hasTaskbar: Bool { isCapable && TaskbarSupport.isKnown { Environment[$0] } }

    /// The current size: cells in a line, and lines.
    var size: (width: Int, height: Int) {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
            return (Self.size("COLUMNS") ?? 80, Self.size("LINES") ?? 24)
        }
        return (Int(size.ws_col), max(Int(size.ws_row), 2))
    }

    /// The value of an environment variable; nil if no terminal can be that large.
    private static func size(_ name: String) -> Int? {
        Environment[name].flatMap { Int($0) }.flatMap { 1...Int(UInt16.max) ~= $0 ? $0 : nil }
    }

    func write(_ text: String) { write(Array(text.utf8)) }

    func write(_ bytes: [UInt8]) {
        if descriptor == STDOUT_FILENO { Console.deliver(bytes) } else { Console.write(bytes, to: descriptor) }
    }

    /// Writes JSON from any source, so that nothing in it acts on the terminal.
    func write(json document: some Collection<UInt8>) { write(ControlEscapes.escaped(document)) }

    /// Draws lines once, in the width of the terminal, or in 160 cells if there is none.
    func draw(_ lines: [TextLine]) {
        guard !lines.isEmpty else { return }
        var view = TextView(width: isCapable ? size.width : 160, palette)
        view.lines = lines
        var bytes: [UInt8] = []
        view.append(to: &bytes)
        write(bytes)
    }

    /// Whether a question can be asked and answered.
    static var canAsk: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

    /// Asks on standard error; anything but yes is no.
    static func agrees(to question: String) -> Bool {
        Console.ask("\(question) [y/N]")
        return readLine()?.lowercased().hasPrefix("y") ?? false
    }
}
