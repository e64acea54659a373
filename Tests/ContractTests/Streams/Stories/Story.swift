import Testing

/// Something that happens to a few trees while a stream shows them.
struct Story: Sendable, CustomTestStringConvertible {
    let name: String
    let target: StreamTarget
    /// Sends a second for a node; 0: as many as there are changes.
    let streamRate: Double
    /// Calls made before the stream is opened.
    let given: [Call]
    let steps: [Step]

    init(_ name: String, _ target: StreamTarget, streamRate: Double = 0, given: [Call], _ steps: Step...) {
        self.name = name
        self.target = target
        self.streamRate = streamRate
        self.given = given
        self.steps = steps
    }

    var testDescription: String { name }

    static let all = finishing + vanishing + joining + leaving + controlling + summarizing + pacing
}
