import ProgressJournal
import ProgressLog

/// The data that an export of damaged data lacks.
package struct ExportOmission: CustomStringConvertible {
    /// A sentence that names the file and the byte, or the entry of the log.
    private let damage: String
    /// Files or entries that are not read because of it.
    private let rest: [String]
    /// Progresses whose parents are not there.
    var orphanCount = 0

    /// - Parameters:
    ///   - files: the paths of those after the damage.
    ///   - isOfFormat: whether nothing is damaged but the file `format`.
    init(damage: JournalError, files: [String], isOfFormat: Bool) {
        self.damage = "\(damage)"
        rest = isOfFormat ? [] : ["what follows in that file"] + files
    }

    init(damage: LogFailure, after read: LogReading.Result) {
        self.damage = "\(damage)"
        let (first, last) = (read.position.number + 1, read.row.tail)
        var rest = read.hasSnapshot ? [] : ["what follows in that snapshot"]
        if first < last { rest.append("entries \(first) to \(last) of the log") }
        if first == last { rest.append("entry \(first) of the log") }
        self.rest = rest
    }

    package var description: String {
        let orphans = orphanCount > 0 ? ["\(orphanCount) progresses whose parents are lost"] : []
        let left = (rest + orphans).joined(separator: ", ")
        if left.isEmpty { return "\(damage); the export has everything else" }
        return "\(damage); the export has what is before that, and leaves out: \(left)"
    }
}
