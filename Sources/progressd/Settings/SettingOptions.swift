import ArgumentParser

/// The options of a group of settings.
///
/// ArgumentParser finds the options of a type by reflection and fills them by decoding. Both read the table here, so that
/// an option needs no property. Values stay text, so that options and variables are read, and refused, alike.
struct SettingOptions<Group: SettingGroup>: ParsableArguments, CustomReflectable {
    private var given: [String: String] = [:]

    init() {}

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: OptionKey.self)
        for setting in Group.settings { given[setting.name] = try setting.text(in: container) }
    }

    var customMirror: Mirror { Mirror(self, children: Group.settings.map { ($0.name, $0.declaration) }) }

    /// Options take precedence over the environment, and that over the present values.
    func read(into settings: inout Settings) throws(Refusal) {
        for setting in Group.settings { try setting.read(given[setting.name], into: &settings) }
    }
}

/// Settings that belong together in the help.
protocol SettingGroup {
    static var settings: [Setting] { get }
}

/// The name of an option, as ArgumentParser looks values up.
struct OptionKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}
