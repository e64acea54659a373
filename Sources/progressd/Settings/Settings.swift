import Logging
import ProgressRegistry
import ProgressServer
import ProgressTelemetry

/// The values of all settings, at first their defaults.
@dynamicMemberLookup
struct Settings {
    var configuration = Configuration()
    /// It is read again while the service runs.
    var tokenFile: TokenFile?
    var logLevel = Logger.Level.info
    var logFormat = LogFormat.logfmt

    subscript<Value>(dynamicMember path: any WritableKeyPath<Configuration, Value> & Sendable) -> Value {
        get { configuration[keyPath: path] }
        set { configuration[keyPath: path] = newValue }
    }
}
