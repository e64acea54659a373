import ProgressJournal

/// What an export of a damaged directory lacks.
package struct ExportOmission: CustomStringConvertible {
    let damage: JournalError
    /// The paths of the files after the damage.
    let files: [String]
    /// Progresses whose parents are not there.
    var orphanCount = 0

    init(damage: JournalError, files: [String]) {
        self.damage = damage
        self.files = files
    }

    package var description: String {
        var left = ["what follows in that file"] + files
        if orphanCount > 0 { left.append("\(orphanCount) progresses whose parents are lost") }
        return "\(damage); the export has what is before that, and leaves out: \(left.joined(separator: ", "))"
    }
}
