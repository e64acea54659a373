internal import Glibc

/// The time as HTTP writes it, for replies that are sent past libmicrohttpd, which adds it to all others.
enum HTTPDate {
    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    static var now: String { text(of: time(nil)) }

    /// - Parameter seconds: since 1970.
    static func text(of seconds: Int) -> String {
        var seconds = seconds
        var parts = tm()
        gmtime_r(&seconds, &parts)
        func digits(_ value: Int32) -> String { value < 10 ? "0\(value)" : "\(value)" }
        let day = "\(days[Int(parts.tm_wday)]), \(digits(parts.tm_mday)) \(months[Int(parts.tm_mon)])"
        let clock = "\(digits(parts.tm_hour)):\(digits(parts.tm_min)):\(digits(parts.tm_sec))"
        return "\(day) \(1900 + parts.tm_year) \(clock) GMT"
    }
}
