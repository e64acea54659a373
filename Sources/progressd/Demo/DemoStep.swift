/// A piece of work: a leaf takes time, another has parts.
struct DemoStep {
    /// A failure on the way.
    struct Failure {
        /// The fraction of the units at which it happens.
        let fraction: Double
        let message: String
        let code: String
    }

    /// Its name; below the root, the last part of it.
    let name: String
    /// The number of its parent's units that it is worth.
    var worth = 1
    /// Its own units: -1 is open-ended. A step with parts counts them by what they are worth.
    var units = 0
    /// Units a second while it works, about.
    var rate = 1.0
    /// The number of its files, if it tells.
    var files = 0
    /// JSON members of its create.
    var members: [String] = []
    var failure: Failure?
    /// The number of its parts that work at the same time.
    var width = 1
    var parts: [DemoStep] = []

    /// The body of a create, with everything below.
    /// - Parameter path: the names above, with a dot at the end; nil for the root, whose name is in the address.
    func body(below path: String? = nil) -> String {
        let fullName = (path ?? "") + name
        let total = parts.isEmpty ? units : parts.map(\.worth).reduce(0, +)
        var all = members + [#""totalUnitCount":\#(total)"#, #""isPausable":true"#]
        if path != nil { all += [#""name":"\#(fullName)""#, #""pendingUnitCount":\#(worth)"#] }
        if files > 0 { all += [#""fileTotalCount":\#(files)"#, #""fileCompletedCount":0"#] }
        if !parts.isEmpty {
            all.append(#""children":[\#(parts.map { $0.body(below: fullName + ".") }.joined(separator: ","))]"#)
        }
        return "{\(all.joined(separator: ","))}"
    }

    static func title(_ text: String) -> String { #""localizedDescription":"\#(text)""# }
}

/// A step that is repeated as new runs.
struct DemoJob {
    let step: DemoStep
    /// The seconds from the beginning of its first run to the demonstration.
    let age: Double
    /// The number of earlier nights in which it already ran.
    var nights = 0
    /// The seconds between the end of a run and the next.
    var rest = 20.0
    /// The fraction at which a user pauses it, and why.
    var pause: (fraction: Double, reason: String)?
    /// The seconds for which a failed part is left to be seen, and the message after that.
    var giveUp: (seconds: Double, message: String) = (90, "A part failed")
}
