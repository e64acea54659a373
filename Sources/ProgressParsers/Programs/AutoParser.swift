/// Recognizes the program by its output; until then, takes any numbers that grow.
struct AutoParser: OutputParser {
    private let arguments: [String]
    private var chosen: (any OutputParser)?
    private var anyProgram = CountParser(wantsEvidence: true)

    init(arguments: [String]) { self.arguments = arguments }

    mutating func read(_ line: ArraySlice<UInt8>, isFinished: Bool) -> Reading? {
        if chosen == nil, let program = Program(speaking: line) { chosen = program.parser(for: arguments) }
        if chosen != nil { return chosen?.read(line, isFinished: isFinished) }
        return anyProgram.read(line, isFinished: isFinished)
    }
}

/// The parser for programs whose output does not show progress.
struct SilentParser: OutputParser {
    func read(_ line: ArraySlice<UInt8>, isFinished _: Bool) -> Reading? { nil }
}
