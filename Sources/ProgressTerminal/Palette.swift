/// The colors of a drawing: the terminal's own sixteen, so that they suit its background.
package enum Palette: Sendable {
    /// No colors, without any escape sequence.
    case plain
    case colored

    static let reset = "\u{1B}[0m"

    /// Starts the color of a state.
    func start(_ state: LineState) -> String {
        guard self == .colored else { return "" }
        return switch state {
        case .failed: "\u{1B}[1;31m"
        case .cancelled: "\u{1B}[35m"
        case .finished: "\u{1B}[32m"
        case .paused, .stalled: "\u{1B}[33m"
        case .indeterminate, .running: "\u{1B}[36m"
        }
    }

    /// `text` in the color of a state.
    package func paint(_ text: String, _ state: LineState) -> String {
        self == .colored ? start(state) + text + Self.reset : text
    }

    /// `text` less prominent than the rest.
    package func dim(_ text: String) -> String {
        self == .colored && !text.isEmpty ? "\u{1B}[2m\(text)\(Self.reset)" : text
    }

    package func bold(_ text: String) -> String { self == .colored ? "\u{1B}[1m\(text)\(Self.reset)" : text }
}
