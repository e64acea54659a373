/// The formats of data directories, by the number in the file `format`.
///
/// A format is everything that its files may hold: the files themselves, and the forms of their records. To write anything
/// that the last release cannot read, add a case and its upgrade in `Recovery`, and make it `current`: an older program
/// then refuses the directory by the file `format`, before it reads anything else.
enum DataFormat: Int, CaseIterable {
    case one = 1

    static let current = Self.one

    /// The lowest version of progressd that reads all of it.
    private var reader: String {
        switch self {
        case .one: "0.1.0"
        }
    }

    var file: FormatFile { FormatFile(number: rawValue, reader: reader) }
}
