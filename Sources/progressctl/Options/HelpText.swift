/// Texts of the help, which ArgumentParser wraps to the width of the terminal.
enum HelpText {
    /// Joins the lines of each paragraph. Indented lines and headings in capitals stay lines.
    /// - Parameter end: the last paragraphs, which many texts share.
    static func text(_ source: String, end: String? = ExitStatus.explanation) -> String {
        var lines: [String] = []
        var isParagraph = false
        for line in (source + (end.map { "\n\n" + $0 } ?? "")).split(separator: "\n", omittingEmptySubsequences: false)
        {
            let isPart = !line.isEmpty && !line.hasPrefix(" ") && line != line.uppercased()
            if isPart && isParagraph {
                lines[lines.count - 1] += " " + line
            } else {
                lines.append(String(line))
            }
            isParagraph = isPart
        }
        return lines.joined(separator: "\n")
    }
}
