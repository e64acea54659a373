import FoundationEssentials
import Glibc

/// Dates for people, in the time zone of the machine.
enum TimeText {
    static func text(_ date: Date?) -> String? {
        guard let date else { return nil }
        var seconds = time_t(date.timeIntervalSince1970)
        var parts = tm()
        localtime_r(&seconds, &parts)
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 32) { buffer in
            let count = strftime(buffer.baseAddress, buffer.count, "%Y-%m-%d %H:%M:%S", &parts)
            return String(decoding: buffer.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
        }
    }
}
