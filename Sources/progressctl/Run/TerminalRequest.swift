import ArgumentParser

/// What `--tty` asks for: a terminal for the command also where our output is none.
enum TerminalRequest: String, CaseIterable, ExpressibleByArgument {
    /// Our output gets the lines that are left in the end, without what was drawn over.
    case plain
    /// It gets every byte.
    case raw

    private static let option = "--tty"

    /// `--tty` without a value is `--tty=plain`. What comes after `--` is the command's.
    static func spelledOut(_ arguments: [String]) -> [String] {
        guard arguments.first == "run" else { return arguments }
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        return arguments[..<end].map { $0 == option ? "\(option)=\(Self.plain.rawValue)" : $0 } + arguments[end...]
    }
}
