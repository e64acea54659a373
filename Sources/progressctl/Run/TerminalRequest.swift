import ArgumentParser

/// The request of `--tty`: a terminal for the command even if our output is none.
enum TerminalRequest: String, CaseIterable, ExpressibleByArgument {
    /// Our output gets the lines as they are in the end, without those that were drawn over.
    case plain
    /// Our output gets every byte.
    case raw

    private static let option = "--tty"

    /// Replaces `--tty` without a value by `--tty=plain`. Arguments after `--` are the command's.
    static func spelledOut(_ arguments: [String]) -> [String] {
        guard arguments.first == "run" else { return arguments }
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        return arguments[..<end].map { $0 == option ? "\(option)=\(Self.plain.rawValue)" : $0 } + arguments[end...]
    }
}
