import ArgumentParser

/// A row of the table: a setting is an option, an environment variable, and a line of help.
struct Setting: Sendable {
    /// `max-nodes`, for the option `--max-nodes` and the variable `PROGRESSD_MAX_NODES`.
    let name: String
    private let syntax: Syntax
    private let help: String
    private let valueName: String
    private let assign: @Sendable (inout Settings, String, String) throws(Refusal) -> Void

    /// - Parameters:
    ///   - path: where the value goes; a new `Settings` has the default there.
    ///   - form: how the value is written, and its range.
    ///   - meaning: the line of help; the default and the variable are added.
    init<Value>(
        _ name: String,
        _ path: any WritableKeyPath<Settings, Value> & Sendable,
        _ form: SettingForm<Value>,
        meaning: () -> String
    ) {
        self.name = name
        syntax = form.syntax
        valueName = form.valueName
        let standard = Self.plain(Settings()[keyPath: path])
        help = "\(meaning()) (\(standard.isEmpty ? "" : "default: \(standard); ")\(Self.variable(name)))"
        assign = { settings, text, origin throws(Refusal) in settings[keyPath: path] = try form.read(text, origin) }
    }

    var option: String { "--\(name)" }

    var variable: String { Self.variable(name) }

    private static func variable(_ name: String) -> String {
        "PROGRESSD_" + name.uppercased().split(separator: "-").joined(separator: "_")
    }

    /// A value as one would write it; nothing for an empty list and nil.
    static func plain(_ value: some Any) -> String {
        let text = "\(value)"
        if text == "[]" || text == "nil" { return "" }
        return value is Double && text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    /// The option takes precedence over the environment, and that over the present value.
    func read(_ given: String?, into settings: inout Settings) throws(Refusal) {
        if let given {
            try assign(&settings, given, option)
        } else if let text = Environment.value(of: variable) {
            try assign(&settings, text, variable)
        }
    }
}

/// As ArgumentParser sees it.
extension Setting {
    enum Syntax {
        /// `--name value`; the last one counts.
        case value
        /// `--name value`, repeatable.
        case list
        /// `--name` or `--no-name`.
        case flag
    }

    /// The property wrapper that would declare the option.
    var declaration: Any {
        let (name, help) = (NameSpecification.customLong(name), ArgumentHelp("\(help)", valueName: valueName))
        return switch syntax {
        case .value: Option<String?>(name: name, help: help)
        case .list: Option<[String]>(wrappedValue: [], name: name, help: help)
        case .flag: Flag<Bool?>(name: name, inversion: .prefixedNo, help: help)
        }
    }

    /// The text that was given; nil without the option.
    func text(in container: KeyedDecodingContainer<OptionKey>) throws -> String? {
        let key = OptionKey(stringValue: name)
        switch syntax {
        case .value: return try container.decode(Option<String?>.self, forKey: key).wrappedValue
        case .list:
            let entries = try container.decode(Option<[String]>.self, forKey: key).wrappedValue
            return entries.isEmpty ? nil : entries.joined(separator: ",")
        case .flag: return try container.decode(Flag<Bool?>.self, forKey: key).wrappedValue.map { "\($0)" }
        }
    }
}
