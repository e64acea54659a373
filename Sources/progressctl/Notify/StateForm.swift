/// The form of a file of `NotifyState`, which every form after the first names in it.
struct StateForm: Decodable, CustomStringConvertible {
    /// The first one names none.
    static let newest = 1

    let form: Int
    /// The lowest version of progressctl that reads it.
    private let readBy: String

    /// After the name of the file.
    var description: String {
        // The file may be anybody's, and this goes to a terminal.
        let reader = readBy.utf8.allSatisfy { $0 >= 45 && $0 < 58 } ? " (\(readBy) or later reads it)" : ""
        return "was written by a newer progressctl\(reader): it has the form \(form), and this one, "
            + "\(Release.version), reads forms up to \(Self.newest)"
    }
}
