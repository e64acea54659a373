import Logging
import Platform

/// Keeps the messages of a log.
final class LogLines: Sendable {
    private let kept = Lock<[String]>([])

    var messages: [String] { kept.withLock { $0 } }

    func count(_ message: String) -> Int { messages.count { $0 == message } }

    var logger: Logger { Logger(label: "test") { _ in Handler(lines: self) } }

    private struct Handler: LogHandler {
        let lines: LogLines
        var logLevel: Logger.Level {
            get { .trace }
            set {}
        }
        var metadata: Logger.Metadata {
            get { [:] }
            set {}
        }

        subscript(metadataKey _: String) -> Logger.Metadata.Value? {
            get { nil }
            set {}
        }

        func log(event: LogEvent) { lines.kept.withLock { $0.append("\(event.message)") } }
    }
}
