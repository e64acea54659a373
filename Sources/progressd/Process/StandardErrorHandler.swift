import Glibc
import Logging
import ProgressTelemetry

/// Log lines on standard error, one write each.
struct StandardErrorHandler: LogHandler {
    var logLevel: Logger.Level
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?
    private let format: LogFormat

    init(level: Logger.Level, format: LogFormat) {
        logLevel = level
        self.format = format
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let line = format.line(
            time: Self.time(),
            level: event.level.rawValue,
            message: event.message.description,
            fields: fields(of: event)
        )
        Console.writeUnlessBlocked(line, to: STDERR_FILENO)
    }

    private func fields(of event: LogEvent) -> [(key: String, value: String)] {
        var fields = metadata
        if let provided = metadataProvider?.get() { fields.merge(provided) { $1 } }
        if let own = event.metadata { fields.merge(own) { $1 } }
        if let error = event.error { fields["error"] = "\(error)" }
        return fields.sorted { $0.key < $1.key }.map { ($0.key, $0.value.description) }
    }

    /// RFC 3339 in UTC with milliseconds.
    private static func time() -> String {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        var parts = tm()
        gmtime_r(&now.tv_sec, &parts)
        let date = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 32) { buffer in
            let count = strftime(buffer.baseAddress, buffer.count, "%Y-%m-%dT%H:%M:%S", &parts)
            return String(decoding: buffer.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
        }
        let milliseconds = String(1_000 + now.tv_nsec / 1_000_000).dropFirst()
        return "\(date).\(milliseconds)Z"
    }
}
