/// The formats of data directories, by the number in the file `format`.
///
/// To add one: add a case and its upgrade in `Recovery`, and make it `current`.
enum DataFormat: Int, CaseIterable {
    case one = 1

    static let current = Self.one

    var text: String { "progressd data, format \(rawValue)\n" }

    init?(text: String) {
        guard let known = Self.allCases.first(where: { $0.text == text }) else { return nil }
        self = known
    }
}
