import Logging
import MicroHTTPD
import Platform
package import ProgressTelemetry

/// Keeps every line that the service logs, as it would be written.
package final class LogRecorder: Sendable {
    /// The least level of the lines that it keeps.
    package enum Level {
        case trace, debug, info, notice

        fileprivate var value: Logger.Level {
            switch self {
            case .trace: .trace
            case .debug: .debug
            case .info: .info
            case .notice: .notice
            }
        }
    }

    private let recorded = Lock<[String]>([])
    private let level: Level
    private let format: LogFormat

    package init(level: Level = .trace, format: LogFormat = .logfmt) {
        self.level = level
        self.format = format
    }

    var logger: Logger { Logger(label: "test") { _ in Handler(logLevel: level.value, recorder: self) } }

    package var lines: [String] { recorded.withLock { $0 } }

    /// Lines that hold all of these.
    package func lines(with words: String...) -> [String] {
        lines.filter { line in words.allSatisfy { line.contains($0) } }
    }

    private func record(_ event: LogEvent) {
        let fields = (event.metadata ?? [:]).sorted { $0.key < $1.key }.map { ($0.key, $0.value.description) }
        let line = format.line(
            time: "now",
            level: event.level.rawValue,
            message: event.message.description,
            fields: fields
        )
        recorded.withLock { $0.append(line) }
    }

    private struct Handler: LogHandler {
        var logLevel: Logger.Level
        var metadata: Logger.Metadata = [:]
        var metadataProvider: Logger.MetadataProvider?
        let recorder: LogRecorder

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) { recorder.record(event) }
    }
}
