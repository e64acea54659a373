import CLibCurl

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
        guard let text else { return 0 }
        let told = libcurl_getdate(text)
        guard told > 0 else { return 0 }
        let lead = Double(told) + 0.5 - Date.now.timeIntervalSince1970
        return abs(lead) > close ? lead : 0
    }
}
