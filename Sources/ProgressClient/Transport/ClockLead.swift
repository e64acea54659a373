#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The time by which the service's clock is ahead of this one.
enum ClockLead {
    /// Clocks that differ by less count as equal: the service sends its time in whole seconds.
    private static let close = 2.0

    /// The lead in seconds; negative if the service's clock is behind.
    ///
    /// - Parameter text: the `Date` of a reply that has just arrived.
    static func seconds(_ text: String?) -> Double {
        guard let told = text.flatMap(secondsSince1970) else { return 0 }
        let lead = Double(told) + 0.5 - Date.now.timeIntervalSince1970
        return abs(lead) > close ? lead : 0
    }

    /// Of the form in which every service sends its date: `Sun, 06 Nov 1994 08:49:37 GMT`.
    static func secondsSince1970(_ text: String) -> Int? {
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let parts = text.split(separator: " ")
        guard parts.count == 6, parts[5] == "GMT", let day = Int(parts[1]), let year = Int(parts[3]),
            let month = months.firstIndex(of: String(parts[2])), 1...31 ~= day, 1970...9999 ~= year
        else { return nil }
        let time = parts[4].split(separator: ":").compactMap { Int($0) }
        guard time.count == 3, 0...23 ~= time[0], 0...59 ~= time[1], 0...60 ~= time[2] else { return nil }
        // Years begin in March, so that a leap day is the last of its year.
        let marchYear = month < 2 ? year - 1 : year
        let dayOfYear = (153 * ((month + 10) % 12) + 2) / 5 + day - 1
        let days = 365 * marchYear + marchYear / 4 - marchYear / 100 + marchYear / 400 + dayOfYear - 719_468
        return ((days * 24 + time[0]) * 60 + time[1]) * 60 + time[2]
    }
}
