internal import CMicroHTTPD

/// Gives free memory back to the system after much was freed. The C library never returns memory between blocks that
/// are in use by itself.
struct MemoryReturn {
    /// Fewer streams or requests are not worth the search through all free blocks.
    private static let streamThreshold = 1_024
    private static let requestThreshold = 1_024
    private static let delay: UInt64 = 1_000_000_000

    private var streamCount = 0
    private var requestCount = 0
    private var dueAfterStreams = UInt64.max
    private var dueWhenQuiet = UInt64.max

    var due: UInt64 { min(dueAfterStreams, dueWhenQuiet) }

    /// Waits for streams that end together, whatever else happens.
    mutating func streamsEnded(_ count: UInt64, now: UInt64) {
        guard count > 0 else { return }
        streamCount += Int(count)
        if streamCount >= Self.streamThreshold && dueAfterStreams == .max { dueAfterStreams = now + Self.delay }
    }

    /// After many requests it waits for a second without one.
    mutating func requestsCame(_ count: UInt64, now: UInt64) {
        guard count > 0 else { return }
        requestCount += Int(count)
        if requestCount >= Self.requestThreshold { dueWhenQuiet = now + Self.delay }
    }

    mutating func perform(now: UInt64) {
        guard now >= due else { return }
        self = MemoryReturn()
        cmicrohttpd_trim()
    }
}
