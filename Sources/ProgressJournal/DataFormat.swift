/// The forms in which a data directory has been written, by the number in its file `format`.
///
/// To add one: a case, its upgrade in `Recovery`, and its number as `current`.
enum DataFormat: Int, CaseIterable {
    case one = 1

    static let current = Self.one

    var text: String { "progressd data, format \(rawValue)\n" }

    init?(text: String) {
        guard let known = Self.allCases.first(where: { $0.text == text }) else { return nil }
        self = known
    }
}
