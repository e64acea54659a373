/// Recognizes the program by its output; until then, and where that program is silent, takes any numbers that grow.
struct AutoParser: OutputParser {
    /// How often other numbers have to come while those of the program are neither full nor seen.
    private static let patience = 3

    private let arguments: [String]
    private let isNamed: Bool
    private var program: Program?
    private var chosen: (any OutputParser)?
    /// What the chosen one has read.
    private var last: Reading?
    private var strangeReadings = 0
    private var step: Reading?
    private var anyProgram = CountParser(wantsEvidence: true)
    private var isGuessing = false

    /// - Parameter named: the program, if the arguments name it.
    init(arguments: [String], named: Program? = nil) {
        self.arguments = arguments
        isNamed = named != nil
        if let named { choose(named) }
    }

    mutating func read(_ line: ArraySlice<UInt8>, isFinished: Bool) -> Reading? {
        recognize(line)
        if let reading = chosen?.read(line, isFinished: isFinished) {
            (last, strangeReadings) = (reading, 0)
            return reading
        }
        let isFirstStep = step == nil
        if chosen == nil, !isGuessing, let found = NinjaParser.step(in: line) { step = found }
        guard let other = anyProgram.read(line, isFinished: isFinished) else {
            // The first line of ninja, which begins with 0 or 1.
            return isFirstStep && step.map { $0.completed <= 1 } ?? false ? step : nil
        }
        isGuessing = true
        if isOver { return other }
        // Such as the bar inside a step of yarn: `[2/4] Fetching packages...`
        if program == .ninja { return nil }
        strangeReadings += 1
        return strangeReadings >= Self.patience ? other : nil
    }

    /// Whether the chosen one has nothing more to say, or nothing yet.
    private var isOver: Bool { last.map { $0.completed == $0.total } ?? true }

    private mutating func recognize(_ line: ArraySlice<UInt8>) {
        guard !isNamed, isOver else { return }
        if let speaking = Program(speaking: line), speaking != program { return choose(speaking) }
        guard chosen == nil, let step, let next = NinjaParser.step(in: line) else { return }
        // Other programs write a single line like that, such as a hash.
        if next.total == step.total, next.completed > step.completed { choose(.ninja) }
    }

    private mutating func choose(_ program: Program) {
        (self.program, chosen) = (program, program.parser(for: arguments))
        (last, strangeReadings) = (nil, 0)
    }
}

/// The parser for programs whose output does not show progress.
struct SilentParser: OutputParser {
    func read(_ line: ArraySlice<UInt8>, isFinished _: Bool) -> Reading? { nil }
}
