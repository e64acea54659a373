/// How a story is told to its readers.
enum Telling: Sendable {
    /// The reader has read each step when the next begins.
    case stepByStep
    /// All calls that can be are one batch.
    case inOneBatch
    /// The reader asks for few events, and the steps do not wait for it.
    case paced
    /// The reader knows names and another language, and wants summaries.
    case inGerman
    /// The reader begins to read when everything has happened.
    case toStalledReader

    /// - Parameter id: that of a name.
    func target(of story: Story, id: (String) -> String) -> StreamTarget {
        switch self {
        case .stepByStep, .inOneBatch: story.target.naming(id)
        case .paced: story.target.naming(id).atMost(story.target.maxRate ?? 10)
        case .inGerman: story.target.withSummary.inLocale("de")
        case .toStalledReader: story.target.naming(id).adding(Ballast.names)
        }
    }

    func steps(of story: Story) -> [Step] {
        switch self {
        case .inOneBatch: story.steps.inOneBatch
        default: story.steps
        }
    }

    /// Whether the next step waits until the reader has what GET shows.
    func waits(in story: Story) -> Bool {
        switch self {
        case .stepByStep, .inGerman: story.streamRate == 0 && story.target.maxRate == nil
        default: false
        }
    }
}
