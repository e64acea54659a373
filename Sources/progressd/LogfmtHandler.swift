import Glibc
import Logging

/// Log lines as logfmt on standard error, one write each: `time=… level=notice message=listening server.address=…`.
///
/// Whatever a value holds, it stays within its quotes and on its line.
struct LogfmtHandler: LogHandler {
    var logLevel: Logger.Level
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?

    init(level: Logger.Level) { logLevel = level }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var line = "time=\(Self.time()) level=\(event.level.rawValue) message=\(Self.quoted(event.message.description))"
        for (key, value) in fields(of: event) { line += " \(key)=\(Self.quoted(value.description))" }
        Console.write(line + "\n", to: STDERR_FILENO)
    }

    private func fields(of event: LogEvent) -> [(key: String, value: Logger.Metadata.Value)] {
        var fields = metadata
        if let provided = metadataProvider?.get() { fields.merge(provided) { $1 } }
        if let own = event.metadata { fields.merge(own) { $1 } }
        if let error = event.error { fields["error"] = "\(error)" }
        return fields.sorted { $0.key < $1.key }
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

    /// Bare where nothing needs quotes; else quoted, with control and line characters escaped.
    private static func quoted(_ text: String) -> String {
        let isBare = !text.isEmpty && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x3D }
        if isBare { return text }
        var line = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": line += "\\\(scalar)"
            case "\n": line += "\\n"
            case "\r": line += "\\r"
            case "\t": line += "\\t"
            default: line += isHidden(scalar) ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
            }
        }
        return line + "\""
    }

    /// Characters that would act on a terminal or on the order of the text: controls, line and direction marks.
    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}
