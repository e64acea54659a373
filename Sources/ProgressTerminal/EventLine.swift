/// A change as one line for a log, without any control character and without colors:
///
///     import/photos  42%  running  4.2 MB of 10 MB
package enum EventLine {
    private static let nameLimit = 200
    private static let textLimit = 400

    /// - Parameter path: the names from the root to the progress.
    package static func text(_ path: [String], _ line: TextLine) -> String {
        let name = Self.name(path)
        let text = DisplayText(line.text, limit: textLimit).text
        return ([name, line.percent, line.stateName, text] as [String?]).compactMap { $0?.isEmpty == false ? $0 : nil }
            .joined(separator: "  ")
    }

    /// The line of a progress that is gone.
    package static func removed(_ path: [String]) -> String { "\(name(path))  removed" }

    private static func name(_ path: [String]) -> String {
        path.map { DisplayText($0, limit: nameLimit).text }.joined(separator: "/")
    }
}
