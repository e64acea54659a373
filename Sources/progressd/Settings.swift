import Logging
import ProgressRegistry
import ProgressServer
import ProgressTelemetry

/// Everything the program was told: options over environment over defaults.
struct Settings {
    var configuration = Configuration()
    var logLevel = Logger.Level.info
    var logFormat = LogFormat.logfmt

    init() {}

    /// - Parameters:
    ///   - options: the values of each option on the command line; empty where it was not given.
    ///   - relevant: the settings that the verb at hand knows; the variables of others are not read.
    init(
        options: [Setting: [String]],
        among relevant: [Setting] = Setting.allCases,
        environment: (String) -> String? = Environment.value(of:)
    ) throws(Refusal) {
        for setting in relevant {
            if let values = options[setting], !values.isEmpty {
                try set(setting, to: values.joined(separator: ","), from: setting.option)
            } else if let value = environment(setting.variable), !value.isEmpty {
                try set(setting, to: value, from: setting.variable)
            }
        }
        if relevant.contains(.tokenFile), let text = environment(Self.tokensVariable), !text.isEmpty {
            configuration.tokens += try Self.tokens(text, separatedByCommas: true, from: Self.tokensVariable)
        }
    }

    /// The value as one would write it.
    func text(of setting: Setting) -> String {
        switch setting.rule {
        case .text(let path): configuration[keyPath: path]
        case .list(let path): configuration[keyPath: path].joined(separator: ",")
        case .truth(let path): configuration[keyPath: path] ? "true" : "false"
        case .count(let path, _): "\(configuration[keyPath: path])"
        case .seconds(let path, _), .rate(let path, _): Self.plain(configuration[keyPath: path])
        case .port: "\(configuration.port)"
        case .level: logLevel.rawValue
        case .format: logFormat.rawValue
        case .tokens: ""
        case .path(let path): configuration[keyPath: path] ?? ""
        case .durability: configuration.durability.rawValue
        }
    }

    /// - Parameter origin: the option or variable that said so, for the message.
    private mutating func set(_ setting: Setting, to text: String, from origin: String) throws(Refusal) {
        switch setting.rule {
        case .text(let path):
            guard !text.isEmpty else { throw .configuration("\(origin) is empty") }
            configuration[keyPath: path] = text
        case .list(let path): configuration[keyPath: path] = try Self.list(text, of: setting, from: origin)
        case .truth(let path): configuration[keyPath: path] = try Self.truth(text, from: origin)
        case .count(let path, let range): configuration[keyPath: path] = try Self.number(text, in: range, from: origin)
        case .seconds(let path, let range), .rate(let path, let range):
            configuration[keyPath: path] = try Self.number(text, in: range, from: origin)
        case .port: configuration.port = try Self.number(text, in: 0...UInt16.max, from: origin)
        case .path(let path):
            guard !text.isEmpty else { throw .configuration("\(origin) is empty") }
            configuration[keyPath: path] = text
        case .durability:
            guard let durability = Durability(rawValue: text) else {
                throw .configuration("\(origin): “\(text)” is neither interval nor commit")
            }
            configuration.durability = durability
        case .tokens: configuration.tokens += try Self.tokens(inFile: text, from: origin)
        case .level: logLevel = try Self.choice(text, from: origin)
        case .format: logFormat = try Self.choice(text, from: origin)
        }
    }
}
